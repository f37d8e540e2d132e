import * as fc from 'fast-check';
import * as z from 'zod';
import { describe, expect, it } from 'vitest';
import { keyFobRange, numberOf, numbersOfRange, valueOf } from '../../shared/employees/key-fob.ts';

const problems = (first: string, last: string) => {
  const read = keyFobRange.safeParse({ first, last });
  return read.success ? {} : z.flattenError(read.error).fieldErrors;
};
const tooMany = 'More than 5000 key fobs cannot be created at a time.';

describe('key fob range', () => {
  it('counts in base 15: 10 follows E', () => {
    expect(numbersOfRange({ first: '00000C', last: '000011' })).toEqual([
      '00000C',
      '00000D',
      '00000E',
      '000010',
      '000011',
    ]);
  });

  it('reads lower case and surrounding blanks', () => {
    expect(keyFobRange.parse({ first: ' 00abc1', last: '00ABC2 ' })).toEqual({
      first: '00ABC1',
      last: '00ABC2',
    });
  });

  it.each([
    ['', '000001', { first: ['First key fob is required.'] }],
    ['00001', '000001', { first: ['First key fob must be at least 6 symbols.'] }],
    ['00000001', '0000001', { first: ['First key fob must be at most 7 symbols.'] }],
    ['00000F', '000001', { first: ['First key fob can have digits and the letters A to E only.'] }],
    ['00000Ａ', '000001', { first: ['First key fob can have digits and the letters A to E only.'] }],
    ['000001', '0000001', { last: ['First key fob and Last key fob must have the same length.'] }],
    ['000002', '000001', { first: ["First key fob can't be greater than Last key fob."] }],
    ['000000', 'EEEEEE', { last: [tooMany] }],
  ])('rejects %s to %s', (first, last, expected) => {
    expect(problems(first, last)).toEqual(expected);
  });

  it('accepts 4999 key fobs and rejects 5000', () => {
    const first = valueOf('123456');
    expect(problems('123456', numberOf(first + 4998n, 6))).toEqual({});
    expect(problems('123456', numberOf(first + 4999n, 6))).toEqual({ last: [tooMany] });
  });

  it('rejects a range of one number that spreadsheets change', () => {
    expect(problems('1000E02', '1000E02')).toEqual({
      first: ['Spreadsheets change 1000E02 to a number with an exponent. Use another key fob number.'],
    });
    expect(numbersOfRange({ first: '1000E01', last: '1000E10' })).not.toContain('1000E02');
  });

  it('converts numbers of up to fifteen digits in both directions', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 15n ** 15n - 1n }), (value) => {
        expect(valueOf(numberOf(value, 15))).toBe(value);
      }),
    );
  });

  it('contains each number from first to last once, in order, without those that spreadsheets change', () => {
    const start = fc.bigInt({ min: 0n, max: 15n ** 6n - 5001n });
    fc.assert(
      fc.property(start, fc.integer({ min: 1, max: 4999 }), (value, count) => {
        const first = numberOf(value, 6);
        const numbers = numbersOfRange({ first, last: numberOf(value + BigInt(count) - 1n, 6) });
        const all = Array.from({ length: count }, (_, index) => numberOf(value + BigInt(index), 6));
        expect(numbers).toEqual(all.filter((number) => !/^\d+E\d+$/.test(number)));
        expect(new Set(numbers).size).toBe(numbers.length);
        expect(numbers.every((number) => number.length === 6)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });
});
