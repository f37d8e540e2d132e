/** A text as searches compare it: small letters without accents, single spaces, and "St." the same as "Saint". */
export const plainWords = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/\bst(?:\.\s*|\s+)(?=\S|$)/g, 'saint ')
    .replaceAll(/['’.]/g, '')
    .replaceAll(/[\s,\-–/]+/g, ' ')
    .trim();
