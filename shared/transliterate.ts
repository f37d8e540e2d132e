// ICAO Doc 9303 part 3, section 6: Cyrillic as in passports. Marks are removed first.
const cyrillic =
  'а=a б=b в=v г=g д=d е=e ж=zh з=z и=i і=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch ' +
  'ъ=ie ы=y ь= э=e ю=iu я=ia ґ=g ђ=d ѕ=dz ј=j љ=lj њ=nj ћ=c џ=dz є=ie ѣ=ie';

// ISO 843 (ELOT 743), type 2: Greek as in passports and on road signs.
const greek =
  'α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch ψ=ps ω=o';

const letters = new Map(
  `${cyrillic} ${greek}`.split(' ').map((pair): [string, string] => [pair.slice(0, 1), pair.slice(2)]),
);

// digraphs
const greekPairs: [RegExp, string][] = [
  [/ο(?=υ)/giu, 'o'],
  [/(?<=o|ο)υ/giu, 'u'],
  [/(?<=[αεη])υ(?=[θκξπστφχψς]|$|[^\p{L}])/giu, 'f'],
  [/(?<=[αεη])υ/giu, 'v'],
  [/γ(?=[γξχ])/giu, 'n'],
  [/(?<![\p{L}])μπ/giu, 'b'],
];

const isCapital = (letter: string): boolean => letter !== letter.toLowerCase();
const inCase = (like: string, text: string): string =>
  isCapital(like) ? text.slice(0, 1).toUpperCase() + text.slice(1) : text;

/**
 * Transliterates Cyrillic and Greek letters to Latin. Requires decomposed text without marks (NFKD), since the tables
 * contain only base letters.
 */
export function romanize(name: string): string {
  if (!/[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(name)) return name;
  const paired = greekPairs.reduce(
    (text, [pattern, latin]) => text.replace(pattern, (letters) => inCase(letters, latin)),
    name,
  );
  return Array.from(paired, (letter) => {
    const latin = letters.get(letter.toLowerCase());
    return latin === undefined ? letter : inCase(letter, latin);
  }).join('');
}

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

/** Returns text for comparing in a search: without marks, and with Latin letters spelled out ("Bjørnstad" → "Bjornstad"). */
export const searchLetters = (text: string): string =>
  withoutMarks(text).replaceAll(/[^\p{ASCII}]/gu, (character) =>
    /\p{L}/u.test(character) ? (spelled.get(character) ?? character) : character,
  );

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
