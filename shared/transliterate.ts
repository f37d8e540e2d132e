import { romanize } from './romanization.ts';

/** A text without accents and other marks: é is e, and what Unicode does not decompose (ł, ø) stays. */
export const withoutMarks = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '');

// Letters that Unicode does not decompose into a plain letter and a mark, and signs that people type.
const spelled = new Map(
  'ß=ss ẞ=SS æ=ae Æ=AE œ=oe Œ=OE ø=o Ø=O đ=d Đ=D ð=d Ð=D þ=th Þ=Th ł=l Ł=L ħ=h Ħ=H ı=i ĸ=k ŋ=n Ŋ=N ŧ=t Ŧ=T ə=a Ə=A ɓ=b Ɓ=B ɗ=d Ɗ=D ‘=\' ’=\' ʻ=\' ʼ=\' ‚=\' “=" ”=" „=" «=" »=" –=- —=- ‐=- ‑=- ‒=- −=- ·=. •=. ′=\' ″=" ≤=<= ≥=>= ≠=!= →=->'
    .split(' ')
    .map((pair): [string, string] => [pair.slice(0, 1), pair.slice(2)]),
);

// The common case, which spelling out would leave as it is.
const isPlain = (name: string): boolean =>
  /^[\x20-\x7e]*$/.test(name) && !name.includes('  ') && name === name.trim();

/**
 * A name as the bank will see it: printable ASCII only. Accents fall off, ligatures are spelled out, Cyrillic and
 * Greek are romanized, a character that has no ASCII form becomes `?`, and runs of white space (line breaks too) become one space.
 *
 * @param width when given, the result is cut to the field's width
 */
export function transliterate(name: string, width?: number): string {
  const plain = isPlain(name) ? name : spellOut(name);
  return width === undefined ? plain : plain.slice(0, width).trimEnd();
}

/** One character in ASCII ("ł" → "l", "ß" → "ss"), or undefined: it has no spelling of its own. */
export const spellingOf = (character: string): string | undefined => spelled.get(character);

function spellOut(name: string): string {
  const plain = withoutMarks(name).replaceAll(/\p{Cf}/gu, '');
  return Array.from(romanize(plain), (character) => {
    const text = spellingOf(character) ?? character;
    if (/^\s+$/u.test(text)) return ' ';
    return /^[\x20-\x7e]+$/.test(text) ? text : '?';
  })
    .join('')
    .replace(/ +/g, ' ')
    .trim();
}

/** True when a bank can read at least one letter of a name: it takes Latin ones, and those romanized. */
export const hasReadableLetter = (name: string): boolean => /[A-Za-z]/.test(transliterate(name));
