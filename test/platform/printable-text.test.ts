import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { codePoints, printableText } from '../../functions/platform/printable-text.ts';

test.each([
  ["Zoë O'Brien — “Søn” €5", "Zoë O'Brien — “Søn” €5"],
  ['Łukasz Żółć', 'Lukasz Zólc'],
  ['Nguyễn Đặng', 'Nguyen Dang'],
  ['Şükrü Işık', 'Sükrü Isik'],
  ['Erdős', 'Erdos'],
  ['Юлия Щукина', 'Iuliia Shchukina'],
  ['Γιώργος Ευαγγέλου', 'Giorgos Evangelou'],
  ['50 ≤ ə', '50 <= a'],
  ['Zoe\u0308', 'Zoë'],
  ['a\u202fb\u00a0c\td', 'a b c d'],
  ['a\u202eb\u0000c', 'abc'],
  ['李', '[U+674E]'],
  ['😀', '[U+1F600]'],
  ['ﬁne', 'fine'],
])('%j is printed as %j', (entered, printed) => {
  expect(printableText(entered)).toBe(printed);
});

test('prints only characters of the fonts for any input', () => {
  const encodable = /^[\x20-\x7e\u00a1-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => encodable.test(printableText(text))));
});

test('lists characters by code point', () => {
  expect(codePoints('Łu😀')).toBe('U+0141 U+0075 U+1F600');
});
