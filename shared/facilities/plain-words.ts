import { searchLetters } from '../transliterate.ts';

/** Words that names of places abbreviate, with a point or before another word. */
const abbreviated: readonly (readonly [RegExp, string])[] = [
  [/\bst(?:\.\s*|\s+)(?=\S|$)/g, 'saint '],
  [/\bste\.\s*(?=\S|$)/g, 'sainte '],
  [/\bft(?:\.\s*|\s+)(?=[a-z])/g, 'fort '],
  // not Montana before a ZIP code
  [/\bmt(?:\.\s*|\s+)(?=[a-z])/g, 'mount '],
  [/^n\.\s*(?=\S)/g, 'north '],
  [/^s\.\s*(?=\S)/g, 'south '],
  [/^e\.\s*(?=\S)/g, 'east '],
  [/^w\.\s*(?=\S)/g, 'west '],
  [/\bhts\b\.?/g, 'heights'],
  [/\bspgs\b\.?/g, 'springs'],
];

/** Normalizes a text for search: lowercase ASCII letters, single spaces, and "St.", "Ft.", and "Mt." written out. */
export const plainWords = (text: string): string =>
  abbreviated
    .reduce(
      (words, [pattern, word]) => words.replaceAll(pattern, word),
      // "D.C." and "N.C." are no directions
      searchLetters(text)
        .toLowerCase()
        .trim()
        .replaceAll(/\b([a-z])\.([a-z])\.(?=$|[\s,])/g, '$1$2'),
    )
    .replaceAll(/['’.]/g, '')
    .replaceAll(/[\s,\-–/]+/g, ' ')
    .trim();
