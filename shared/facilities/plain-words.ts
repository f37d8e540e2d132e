import { withoutMarks } from '../transliterate.ts';

/** Normalizes a text for search: lowercase without accents, single spaces, and "St." as "Saint". */
export const plainWords = (text: string): string =>
  withoutMarks(text)
    .toLowerCase()
    .replaceAll(/\bst(?:\.\s*|\s+)(?=\S|$)/g, 'saint ')
    .replaceAll(/['’.]/g, '')
    .replaceAll(/[\s,\-–/]+/g, ' ')
    .trim();
