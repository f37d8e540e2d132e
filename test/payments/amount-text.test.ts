import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as fields from '../../shared/fields.ts';
import { centsFromDollars, plainDollars, showMoney } from '../../shared/money.ts';
import { feesForm } from '../../shared/payments/generation-form.ts';

describe('a comma in an amount', () => {
  it.each(['12,50', '1,5', '1,2345', '1234,567', '0,123', '01,234', ',500', '1,,000', '1,000,00', '12.5,0'])(
    'is refused if it is not a thousands separator: %s',
    (text) => expect(centsFromDollars(text)).toBeUndefined(),
  );

  it.each([
    ['1,250', 125_000],
    ['12,345.6', 1_234_560],
    ['-1,234,567.89', -123_456_789],
  ])('is ignored if it is a thousands separator: %s', (text, cents) =>
    expect(centsFromDollars(text)).toBe(cents),
  );

  it('explains the expected format', () => {
    const dues = fields.dollars('Dues', { most: 1_000_000_00 });
    const told = 'must be numeric. Use a comma only for thousands and a point for decimals, as in 1,250.50.';
    expect(dues.safeParse('12,50').error?.issues[0]?.message).toBe(`Dues ${told}`);
    expect(feesForm.safeParse({ oneTimeFee: '1,5' }).error?.issues[0]?.message).toBe(`One-Time Fee ${told}`);
    const visits = fields.wholeNumber('Visits', { least: 0, most: 99_999 });
    expect(visits.safeParse('1,2').error?.issues[0]?.message).toBe(`Visits ${told}`);
    expect(visits.parse('1,200')).toBe(1200);
  });
});

const cents = fc.integer({ min: -9_999_999_999, max: 9_999_999_999 });

it('reads every displayed amount back as the same amount', () => {
  fc.assert(
    fc.property(cents, (amount) => {
      expect(centsFromDollars(plainDollars(amount))).toBe(amount);
      expect(centsFromDollars(showMoney(amount).replace('$', ''))).toBe(amount);
    }),
  );
});

it('never reads an amount with a misplaced comma as another amount', () => {
  fc.assert(
    fc.property(cents, fc.nat(16), (amount, place) => {
      const shown = showMoney(Math.abs(amount)).replace('$', '');
      const plain = plainDollars(Math.abs(amount));
      const text = `${plain.slice(0, place)},${plain.slice(place)}`;
      expect(centsFromDollars(text)).toBe(text === shown ? Math.abs(amount) : undefined);
    }),
  );
});
