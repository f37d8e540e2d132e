import { describe, expect, it, test } from 'vitest';
import { readBai2 } from '../../shared/bank-files/bai2.ts';
import { amountOf, readCsvStatement } from '../../shared/bank-files/csv-statement.ts';

// Values of statements as banks write them.

/** Returns the statement of rows of dates, texts, amounts, and another value. */
const read = (title: string, ...rows: string[][]) =>
  readCsvStatement(
    [['Date', 'Description', 'Amount', title], ...rows].map((texts, index) => ({
      line: index + 1,
      texts: new Map(texts.entries()),
    })),
  );

describe('a row of a download', () => {
  test.each([
    'Beginning balance as of 11/01/2026',
    'Ending Balance',
    'Closing ledger balance',
    'Balance forward',
    'Total debits:',
  ])('with a balance or total is no movement: %s', (text) => {
    expect(read('Balance', ['11/19/2026', text, '1000.00', ''])).toMatchObject({ lines: [], notices: [] });
  });

  test.each(['TOTAL FITNESS ACH', 'NEW BALANCE ATHLETICS', 'OPENING BALANCE YOGA LLC', 'DAILY BALANCE'])(
    'of a payee is one: %s',
    (text) => {
      expect(read('Balance', ['11/19/2026', text, '-10.00', ''])?.lines).toHaveLength(1);
    },
  );

  test.each(['Processing', 'In progress', 'Rejected', 'On Hold', 'Pending'])(
    'with the status %s is not posted',
    (status) => {
      expect(read('Status', ['11/19/2026', 'ACH UNKNOWN', '-77.10', status])).toMatchObject({
        lines: [],
        notices: [{ code: 'not-posted' }],
      });
    },
  );

  test.each(['usd', 'US$', '$', 'US Dollars', ''])('in the currency “%s” is in dollars', (currency) => {
    const statement = read('Currency', ['11/19/2026', 'ACH UNKNOWN', '-77.10', currency]);
    expect(statement).toMatchObject({ lines: [{ amount: 7710 }], otherCurrencies: [] });
  });

  test.each([
    ['77.10 DR', -7710],
    ['611.00 CR', 61_100],
    ['$1,077.10DR', -107_710],
  ])('has the amount of %s', (text, cents) => {
    expect(amountOf(text)).toBe(cents);
  });
});

it('a BAI2 statement has currencies in any case', () => {
  const text = [
    '01,021000021,WELLPORT,261119,0600,1,,,2/',
    '02,WELLPORT,021000021,1,261119,,USD,2/',
    '03,123456789,usd,,,,/',
    '16,469,7710,Z,,,ACH UNKNOWN/',
    '49,7710,3/',
    '98,7710,1,5/',
    '99,7710,1,7/',
  ].join('\n');
  expect(readBai2(text)).toMatchObject({ lines: [{ amount: 7710 }], otherCurrencies: [] });
});
