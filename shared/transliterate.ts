import { romanize } from './romanization.ts';

/** Removes accents and other marks: é becomes e. Letters that Unicode does not decompose (ł, ø) remain. */
export const withoutMarks = (text: string): string =>
  isAscii(text) ? text : text.normalize('NFKD').replaceAll(/\p{M}/gu, '');

// most names; normalizing them is slow, and every list and search entry asks
// oxlint-disable-next-line no-control-regex
const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text);

// Letters that Unicode does not decompose into a base letter and a mark, and common symbols.
const spelled = new Map(
  'ß=ss ẞ=SS æ=ae Æ=AE œ=oe Œ=OE ø=o Ø=O đ=d Đ=D ð=d Ð=D þ=th Þ=Th ł=l Ł=L ħ=h Ħ=H ı=i ĸ=k ŋ=n Ŋ=N ŧ=t Ŧ=T ə=a Ə=A ɓ=b Ɓ=B ɗ=d Ɗ=D ‘=\' ’=\' ʻ=\' ʼ=\' ‚=\' “=" ”=" „=" «=" »=" –=- —=- ‐=- ‑=- ‒=- −=- ·=. •=. ′=\' ″=" ≤=<= ≥=>= ≠=!= →=->'
    .split(' ')
    .map((pair): [string, string] => [pair.slice(0, 1), pair.slice(2)]),
);

// The common case, in which nothing changes.
const isPlain = (name: string): boolean =>
  /^[\x20-\x7e]*$/.test(name) && !name.includes('  ') && name === name.trim();

/**
 * Converts a name to printable ASCII for the bank. Accents are removed, ligatures expanded, Cyrillic and Greek
 * romanized, other characters replaced with `?`, and whitespace (including line breaks) collapsed to one space.
 *
 * @param width truncates the result to the field's width
 */
export function transliterate(name: string, width?: number): string {
  const plain = isPlain(name) ? name : spellOut(name);
  return width === undefined ? plain : plain.slice(0, width).trimEnd();
}

/** Returns a character's ASCII spelling ("ł" → "l", "ß" → "ss"), or undefined. */
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

/** Returns true if the name has at least one Latin letter or one that can be romanized. */
export const hasReadableLetter = (name: string): boolean => /[A-Za-z]/.test(transliterate(name));
