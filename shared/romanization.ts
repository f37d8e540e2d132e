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
