import { romanize } from '../../shared/romanization.ts';
import { spellingOf, withoutMarks } from '../../shared/transliterate.ts';

/** Characters of Windows-1252, the encoding of PDF standard fonts, beyond Latin-1. */
const beyondLatin1 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

// a word is transliterated as a whole: two Greek letters may be one sound
const romanized = /[\p{Script=Cyrillic}\p{Script=Greek}][\p{Script=Cyrillic}\p{Script=Greek}\p{M}]*/gu;

/**
 * Returns text that PDF standard fonts can show. Unsupported diacritics are removed (ő → o), Cyrillic and Greek are
 * transliterated, and other characters become code points, "[U+674E]". Only control characters are dropped.
 */
export function printableText(text: string): string {
  const latin = text
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(romanized, (word) => romanize(withoutMarks(word)));
  return Array.from(latin, printable).join('');
}

function printable(character: string): string {
  if (/^[\x20-\x7e\u00a1-\u00ff]$/.test(character) || beyondLatin1.has(character)) return character;
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
