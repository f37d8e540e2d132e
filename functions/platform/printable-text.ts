import { romanize, spellingOf, withoutMarks } from '../../shared/transliterate.ts';

/** Characters of the font: Latin with Vietnamese, Greek, Cyrillic, and the punctuation and currencies of texts. */
const covered =
  /^(?!\p{Cn})[ -~\u00a1-\u00ac\u00ae-\u0148\u014a-\u01c3\u01c5-\u024f\u0374-\u0376\u037a-\u037f\u0384-\u03d7\u03f0-\u03f6\u03f9\u03fa\u03fc-\u03ff\u0400-\u0479\u0480-\u049d\u04a0-\u04ff\u1e00-\u1e9b\u1e9d-\u1eff\u1f00-\u1fff\u2010-\u2027\u2030-\u2055€™≤≥]$/u;

// a word is transliterated as a whole: two Greek letters may be one sound
const romanized = /[\p{Script=Cyrillic}\p{Script=Greek}][\p{Script=Cyrillic}\p{Script=Greek}\p{M}]*/gu;

/** Most texts: printable ASCII without repeated spaces, in which nothing changes. */
const isPlain = (text: string): boolean => /^(?:[!-~]| (?! ))*$/.test(text);

/** True if the fonts of PDFs have all letters of the text. */
export const isPrintable = (text: string): boolean =>
  Array.from(text.normalize('NFC')).every((c) => covered.test(c));

/**
 * Returns text that the fonts of PDFs can show. Unsupported diacritics are removed, rare Cyrillic and Greek letters are
 * transliterated with their word, and other characters become code points, "[U+674E]". Only control characters are
 * dropped.
 */
export function printableText(text: string): string {
  if (isPlain(text)) return text;
  const latin = text
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(romanized, (word) => (isPrintable(word) ? word : romanize(withoutMarks(word))));
  return Array.from(latin, printable).join('');
}

function printable(character: string): string {
  if (covered.test(character)) return character;
  if (/^[\p{Cc}\p{Cf}]$/u.test(character)) return '';
  const spelled = spellingOf(character);
  if (spelled !== undefined) return spelled;
  const bare = withoutMarks(character);
  if (bare !== '' && bare !== character) return Array.from(bare, printable).join('');
  return `[${codePoints(character)}]`;
}

/** Returns the code points of a text: "Łu" → "U+0141 U+0075". */
export function codePoints(text: string): string {
  return Array.from(text, (character) => `U+${hexNumber(character)}`).join(' ');
}

const hexNumber = (character: string) =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
