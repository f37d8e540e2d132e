/** What Windows-1252, the alphabet of a PDF's standard fonts, has beyond Latin-1. */
const beyondLatin1 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

const spelled = new Map([
  ...pairs('Ł L ł l Đ D đ d Ħ H ħ h ı i ĸ k Ŋ Ng ŋ ng Ŧ T ŧ t Ə A ə a Ɓ B ɓ b Ɗ D ɗ d ẞ SS'),
  ...pairs('‐ - ‑ - ‒ - − - ′ \' ″ " ≤ <= ≥ >= ≠ != → ->'),
  ...pairs('А A Б B В V Г G Ґ G Д D Е E Є Ye Ж Zh З Z И I І I К K Л L М M Н N О O П P Р R С S Т T У U'),
  ...pairs('Ф F Х Kh Ц Ts Ч Ch Ш Sh Щ Shch Ъ " Ы Y Ь \' Э E Ю Yu Я Ya Ђ Dj Ј J Љ Lj Њ Nj Ћ C Џ Dz'),
  ...pairs(
    'Α A Β V Γ G Δ D Ε E Ζ Z Η I Θ Th Ι I Κ K Λ L Μ M Ν N Ξ X Ο O Π P Ρ R Σ S Τ T Υ Y Φ F Χ Ch Ψ Ps Ω O',
  ),
  ...pairs('ς s'),
]);

function pairs(list: string): [string, string][] {
  const words = list.split(' ');
  return words.flatMap((word, index) => (index % 2 === 0 ? [[word, words[index + 1] ?? '']] : []));
}

/**
 * Text as the standard fonts of a PDF can show it. Letters with marks they lack lose the mark (ő → o), Cyrillic
 * and Greek letters are spelled in Latin ones, and every other character is shown as its number, "[U+674E]":
 * nothing is dropped or replaced unseen but control characters.
 */
export function printableText(text: string): string {
  return Array.from(text.normalize('NFC').replace(/\s+/g, ' '), printable).join('');
}

function printable(character: string): string {
  if (/^[\x20-\x7e\u00a1-\u00ff]$/.test(character) || beyondLatin1.has(character)) return character;
  if (/^[\p{Cc}\p{Cf}]$/u.test(character)) return '';
  const known = spelled.get(character);
  if (known !== undefined) return known;
  const capital = spelled.get(character.toUpperCase());
  if (capital !== undefined) return capital.toLowerCase();
  const bare = character.normalize('NFKD').replace(/\p{M}/gu, '');
  if (bare !== '' && bare !== character) return Array.from(bare, printable).join('');
  return `[${codePoints(character)}]`;
}

/** The characters of a text by their numbers: "Łu" → "U+0141 U+0075". */
export function codePoints(text: string): string {
  return Array.from(text, (character) => `U+${hexNumber(character)}`).join(' ');
}

const hexNumber = (character: string) =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
