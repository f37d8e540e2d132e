import { depositRemittance } from '../../shared/bank-files/bank-flow-table.ts';
import { describe, expect, it } from 'vitest';
import { nachaBatches, type BankPayment, type FlowBatch } from '../../shared/bank-files/bank-flows.ts';
import { bankSettings, type BankSettings } from '../../shared/bank-files/bank-settings.ts';
import { buildNachaFile, canonicalEntry, countLines } from '../../shared/bank-files/nacha/write-file.ts';
import { balancedSettings, batch, line, payments, moment, settings } from './bank-fixtures.ts';
import { defined } from '../support/defined.ts';

const write = (batches: FlowBatch[], using: BankSettings = settings): string[] =>
  buildNachaFile(using, nachaBatches(using, batches), moment).slice(0, -1).split('\n');

const canonicalTextOf = (change: Partial<BankPayment>, day = '2026-12-01'): string => {
  const [written] = nachaBatches(settings, [batch({ effectiveDate: day, payments: [line(change)] })]);
  return canonicalEntry(defined(written), defined(defined(written).entries[0]));
};

describe('the writer', () => {
  it('writes member dues as the bank expects them, byte for byte', () => {
    expect(write([batch()])).toEqual([
      '101 23138010412345678902611201205A094101First Bank             Wellport                       ',
      '5225Wellport                            1234567890WEBDUES      261201261201   1121042880000001',
      '62723138010412345678         0000002500PAY01          Anna Miller           R 0121042880000001',
      '822500000100231380100000000025000000000000001234567890                         121042880000001',
      '9000001000001000000010023138010000000002500000000000000                                       ',
      ...Array.from({ length: 5 }, () => '9'.repeat(94)),
    ]);
  });

  it.each([
    ['partnerWithdrawal', '225', 'CCD', 'PARTNERFEE', '27', '37'],
    ['facilityDeposit', '220', 'CCD', 'CLUBDEPOST', '22', '32'],
    ['memberDues', '225', 'WEB', 'DUES      ', '27', '37'],
    ['memberReimbursement', '220', 'PPD', 'REIMBURSE ', '22', '32'],
  ] as const)(
    '%s has its own class, description and codes',
    (flow, service, sec, description, checking, savings) => {
      const written = write([
        batch({ bankFlow: flow, payments: [line(), line({ accountType: 'savings' })] }),
      ]);
      expect(defined(written[1]).slice(1, 4)).toBe(service);
      expect(defined(written[1]).slice(50, 63)).toBe(sec + description);
      expect([defined(written[2]).slice(1, 3), defined(written[3]).slice(1, 3)]).toEqual([checking, savings]);
    },
  );

  it('writes dues as PPD if the settings specify it', () => {
    const ppd = bankSettings.parse({ ...settings, entryClass: { memberDues: 'PPD' } });
    const written = write([batch()], ppd);
    expect(defined(written[1]).slice(50, 53)).toBe('PPD');
    expect(defined(written[2]).slice(76, 78)).toBe('  ');
  });

  it('writes the description of a facility deposit in its addenda', () => {
    const remittance = depositRemittance('202611', 12);
    const written = write([batch({ bankFlow: 'facilityDeposit', payments: [line({ remittance })] })]);
    expect(defined(written[2]).slice(78)).toBe('1121042880000001');
    expect(written[3]).toBe(`705${'November 2026: 12 members'.padEnd(80)}00010000001`);
    expect(defined(written[4]).slice(4, 10)).toBe('000002');
  });

  it('writes a prenote with a zero amount and its own code', () => {
    const prenote = { prenote: true, amount: 0 };
    const written = write([
      batch({ payments: [line(prenote), line({ ...prenote, accountType: 'savings' })] }),
    ]);
    expect([defined(written[2]).slice(1, 3), defined(written[3]).slice(1, 3)]).toEqual(['28', '38']);
    expect(defined(written[2]).slice(29, 39)).toBe('0000000000');
  });

  it('balances a batch with one offset on our own account', () => {
    const written = write([batch({ payments: payments(2) })], balancedSettings);
    expect(defined(written[1]).slice(1, 4)).toBe('200');
    expect(defined(written[4]).slice(1, 39)).toBe('22121042882998877665        0000000201');
    expect(defined(written[5]).slice(20, 44)).toBe('000000000201000000000201');
  });

  it('marks retries and same-day batches', () => {
    const written = write([batch({ retry: true, sameDayAt: '1300', effectiveDate: '2026-11-20' })]);
    expect(defined(written[1]).slice(53, 75)).toBe('RETRY PYMTSD1300261120');
  });

  it('fills whole blocks of ten lines', () => {
    for (const count of [1, 5, 6, 7, 16, 17]) {
      const written = write([batch({ payments: payments(count) })]);
      expect(written).toHaveLength(Math.ceil((count + 4) / 10) * 10);
      expect(written).toHaveLength(
        countLines(nachaBatches(settings, [batch({ payments: payments(count) })])),
      );
      expect(written.every((text) => text.length === 94)).toBe(true);
    }
  });

  it('limits the entry hash to ten digits', () => {
    const many = Array.from({ length: 120 }, () => line({ routingNumber: '999999992' }));
    const written = write([batch({ payments: many })]);
    expect(defined(written[122]).slice(10, 20)).toBe(String((99_999_999 * 120) % 1e10).padStart(10, '0'));
  });

  it('returns a different canonical text for every change that the controls would miss', () => {
    expect(canonicalTextOf({})).toBe(canonicalTextOf({}));
    const changes = [
      canonicalTextOf({}),
      canonicalTextOf({ accountNumber: '12345679' }),
      canonicalTextOf({ key: 'PAY02' }),
      canonicalTextOf({}, '2026-12-02'),
    ];
    expect(
      new Set([...changes, canonicalTextOf({ name: 'Anna Muller' }), canonicalTextOf({ amount: 2501 })]).size,
    ).toBe(6);
  });
});
