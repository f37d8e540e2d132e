import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { newTaggedDocument } from '../../functions/platform/pdf-document.ts';
import { codePoints, isPrintable, printableText } from '../../functions/platform/printable-text.ts';

test.each([
  ["Zoë O'Brien — “Søn” €5", "Zoë O'Brien — “Søn” €5"],
  ['Łukasz Żółć', 'Łukasz Żółć'],
  ['Nguyễn Đặng', 'Nguyễn Đặng'],
  ['Şükrü Işık', 'Şükrü Işık'],
  ['Erdős', 'Erdős'],
  ['Юлия Щукина', 'Юлия Щукина'],
  ['Γιώργος Ευαγγέλου', 'Γιώργος Ευαγγέλου'],
  ['50 ≠ ə', '50 != a'],
  ['Юлиꙗ', 'Iuli[U+A657]'],
  ['Zoe\u0308', 'Zoë'],
  ['a\u202fb\u00a0c\td', 'a b c d'],
  ['a\u202eb\u0000c', 'abc'],
  ['李', '[U+674E]'],
  ['😀', '[U+1F600]'],
  ['ﬁne', 'fine'],
])('%j is printed as %j', (entered, printed) => {
  expect(printableText(entered)).toBe(printed);
});

interface Font {
  hasGlyphForCodePoint: (code: number) => boolean;
}
const document = newTaggedDocument('Fonts', { margin: 40, at: new Date(0) });
const fonts = ['Regular', 'Bold', 'Italic'].map(
  (name) => (Reflect.get(document.font(name), '_font') as { font: Font }).font,
);
const isCovered = (text: string): boolean =>
  Array.from(text).every((character) =>
    fonts.every((font) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)),
  );

test('prints only characters of the fonts for any input', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => isCovered(printableText(text))));
  const missing = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code)).filter(
    (character) => isPrintable(character) && !isCovered(character.normalize('NFC')),
  );
  expect(missing).toEqual([]);
});

test('lists characters by code point', () => {
  expect(codePoints('Łu😀')).toBe('U+0141 U+0075 U+1F600');
});
