import { withoutMarks } from '../transliterate.ts';

/** A text as searches compare it: small letters without accents, single spaces, and "St." the same as "Saint". */
export const plainWords = (text: string): string =>
  withoutMarks(text)
    .toLowerCase()
    .replaceAll(/\bst(?:\.\s*|\s+)(?=\S|$)/g, 'saint ')
    .replaceAll(/['’.]/g, '')
    .replaceAll(/[\s,\-–/]+/g, ' ')
    .trim();
