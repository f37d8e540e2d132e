import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  mustFollow,
  nextFileId,
  codeOf,
  onSiteFacilitiesOf,
  defaultPayrollSettings,
} from '../../shared/payments/payroll-file.ts';
import {
  addToYear,
  entriesOfFacility,
  entriesOfMember,
  payrollAmounts,
  payrollLines,
  payrollPartOf,
  proportional,
  withPayYear,
  yearOfPart,
  type PayrollEntry,
  type YearToDate,
} from '../../shared/payments/payroll.ts';
import type { PaymentStatus } from '../../shared/payments/payment.ts';
import { somePayment } from './some-payment.ts';

const member = (paymentTypeId: number, status: PaymentStatus, id = 'M-2-6-1-ann-202610') =>
  somePayment({ kind: 'member', id, paymentTypeId, status, memberId: 'ann', amountToBeSent: 7_00 });
const facility = (status: PaymentStatus, facilityNumber = '7001') =>
  somePayment({
    kind: 'facility',
    id: 'F',
    paymentTypeId: 3,
    status,
    facilityNumber,
    duesPaidForOneMember: 6_00,
    totalPayment: 12_00,
    amountToBeSent: 10_01,
  });
const own = (...ids: string[]) => ({ own: ids, groups: [] });
const october = { period: '202610', year: '2026' };
const statuses: PaymentStatus[] = [0, 1, 2, 3, 4, 5, 6];

describe('payroll entries of a payment', () => {
  it('count if it is in transit, paid, or Sent Externally, and in no other status', () => {
    const counted = [1, 2, 5, 6];
    for (const status of statuses) {
      expect(entriesOfMember(member(7, status), '2026'), `member ${status}`).toHaveLength(
        counted.includes(status) ? 1 : 0,
      );
      expect(entriesOfFacility(facility(status), own('ann'), [], '2026'), `club ${status}`).toHaveLength(
        counted.includes(status) ? 1 : 0,
      );
    }
  });

  it('are dues, repaid dues, or a reimbursement', () => {
    expect(entriesOfMember(member(6, 5), '2026')).toEqual([
      { memberId: 'ann', kind: 'own dues', ...october, amount: 7_00 },
    ]);
    expect(entriesOfMember(member(7, 5, 'M-2-7-1-ann-202610'), '2026')).toEqual([
      { memberId: 'ann', kind: 'reimbursement', ...october, amount: 7_00 },
    ]);
    expect(entriesOfMember(member(7, 5, 'M-2-7-1-ann-202610-dues'), '2026')).toEqual([
      { memberId: 'ann', kind: 'own dues', ...october, amount: -7_00 },
    ]);
  });

  it('are what the facility received, divided by price to the cent, on site or off site', () => {
    expect(entriesOfFacility(facility(5), own('ann', 'bo'), ['7002'], '2026')).toEqual([
      { memberId: 'ann', kind: 'club', ...october, amount: 5_01 },
      { memberId: 'bo', kind: 'club', ...october, amount: 5_00 },
    ]);
    expect(entriesOfFacility(facility(5, '7002'), own('ann'), ['7002'], '2026')).toEqual([
      { memberId: 'ann', kind: 'on-site club', ...october, amount: 10_01 },
    ]);
  });
});

describe('a month of a payroll', () => {
  const of = (...entries: [PayrollEntry['kind'], number][]) =>
    payrollAmounts(entries.map(([kind, amount]) => ({ memberId: 'ann', kind, ...october, amount }))).map(
      ({ category, amount }) => [category, amount],
    );
  const ofYears = (...entries: [PayrollEntry['kind'], string, number][]) =>
    payrollAmounts(
      entries.map(([kind, year, amount]) => ({ memberId: 'ann', kind, period: '202611', year, amount })),
    ).map(({ category, year, amount }) => [category, year, amount]);

  it('belongs to the year in which it was paid, and a later correction to the year of the correction', () => {
    expect(
      ofYears(
        ['own dues', '2026', 15_00],
        ['on-site club', '2026', 20_00],
        ['on-site club', '2027', -20_00],
        ['club', '2027', 20_00],
        ['reimbursement', '2027', 25_00],
      ),
    ).toEqual([
      ['onSiteDues', '2026', 5_00],
      ['reimbursement', '2027', 25_00],
      ['dues', '2027', 5_00],
      ['onSiteDues', '2027', -5_00],
    ]);
  });

  it('has reimbursements, and dues that facilities received less what the member paid, never below zero', () => {
    expect(of(['reimbursement', 25_00])).toEqual([['reimbursement', 25_00]]);
    expect(of(['own dues', 7_00], ['club', 30_00])).toEqual([['dues', 23_00]]);
    expect(of(['own dues', 30_00], ['club', 20_00])).toEqual([]);
    expect(of(['own dues', 30_00], ['club', 20_00], ['on-site club', 15_00])).toEqual([['onSiteDues', 5_00]]);
    expect(of(['own dues', -7_00], ['club', 20_00])).toEqual([['dues', 20_00]]);
    expect(of(['own dues', 30_00], ['own dues', -30_00], ['club', 20_00])).toEqual([['dues', 20_00]]);
    expect(of(['reimbursement', 10_00], ['reimbursement', 5_00], ['own dues', 1_00])).toEqual([
      ['reimbursement', 15_00],
    ]);
  });
});

describe('a corrected club payment', () => {
  it('is divided in proportion to prices, to the cent', () => {
    expect(proportional(60_00, [40_00, 40_00, -20_00])).toEqual([40_00, 40_00, -20_00]);
    expect(proportional(30_00, [40_00, 40_00, -20_00])).toEqual([20_00, 20_00, -10_00]);
    expect(proportional(0, [20_00, -20_00])).toEqual([20_00, -20_00]);
    const prices = fc.array(fc.integer({ min: -999_99, max: 999_99 }), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(prices, fc.double({ min: 0, max: 1, noNaN: true }), (list, part) => {
        const total = list.reduce((sum, price) => sum + price, 0);
        fc.pre(total > 0);
        const amount = Math.round(total * part);
        const parts = proportional(amount, list);
        expect(parts.reduce((sum, price) => sum + price, 0)).toBe(amount);
        for (const [index, price] of list.entries())
          expect(Math.abs(parts[index]! - (price * amount) / total)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('a payroll row', () => {
  const sums = (...amounts: [string, number][]): YearToDate => Object.fromEntries(amounts);

  it('contains the year to date, and the part that no earlier file contains', () => {
    const now = sums(
      ['2026 reimbursement ann', 50_00],
      ['2026 dues ann', 10_00],
      ['2026 onSiteDues bo', 3_00],
    );
    const before = sums(['2026 reimbursement ann', 25_00], ['2026 dues ann', 10_00], ['2026 dues cy', 4_00]);
    const year = '2026';
    expect(payrollLines(now, before, sums(['2026 onSiteDues bo', 9_00]))).toEqual([
      { memberId: 'cy', category: 'dues', year, amount: -4_00, yearToDate: 0 },
      { memberId: 'bo', category: 'onSiteDues', year, amount: 3_00, yearToDate: 12_00 },
      { memberId: 'ann', category: 'reimbursement', year, amount: 25_00, yearToDate: 50_00 },
    ]);
    expect(payrollLines(now, now)).toEqual([]);
    expect(payrollLines(sums(['2026 unknown ann', 1]), {})).toEqual([]);
    expect(withPayYear(sums(['dues ann b', 1], ['2027 dues ann', 2]), '2026')).toEqual(
      sums(['2026 dues ann b', 1], ['2027 dues ann', 2]),
    );
  });

  it('results in the same year with one part or many', () => {
    const people = fc.constantFrom('ann', 'bo', 'cy', 'di', 'M-204', '01H8ZK');
    const category = fc.constantFrom('reimbursement' as const, 'dues' as const, 'onSiteDues' as const);
    const amounts = fc.array(
      fc.record({
        memberId: people,
        category,
        year: fc.constantFrom('2026', '2027'),
        amount: fc.integer({ min: -9999, max: 9999 }),
      }),
    );
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 5 }), (list, parts) => {
        const whole: YearToDate = {};
        addToYear(whole, list);
        expect(Object.values(whole).reduce((sum, item) => sum + item, 0)).toBe(
          list.reduce((sum, { amount }) => sum + amount, 0),
        );
        const together: YearToDate = {};
        for (let part = 0; part < parts; part++) {
          const own = yearOfPart(whole, part, parts);
          for (const key of Object.keys(own))
            expect(payrollPartOf(key.split(' ')[2] ?? '', parts)).toBe(part);
          Object.assign(together, own);
        }
        expect(together).toEqual(whole);
      }),
    );
  });

  it('is in a part with about as many members as the others', () => {
    const counts = [0, 0, 0, 0];
    for (let person = 0; person < 4000; person++)
      counts[payrollPartOf(`M${String(person).padStart(6, '0')}`, 4)]! += 1;
    for (const count of counts) expect(count).toBeGreaterThan(700);
    expect(payrollPartOf('ab', 1_000_003)).toBe(97 * 31 + 98);
  });
});

describe('a payroll file', () => {
  const file = (id: string, periodId: string) => ({
    id,
    periodId,
    madeAt: '',
    lines: 1,
    reimbursements: 0,
    dues: 0,
  });
  const now = new Date('2027-02-20T16:00:00Z');

  it('requires a month that is over and not before the last file', () => {
    expect(() => mustFollow([], '202701', now)).not.toThrow();
    expect(() => mustFollow([], '202702', now)).toThrow(
      expect.objectContaining({ code: 'invalid', field: 'periodId' }),
    );
    const files = [file('202610', '202610'), file('202612', '202612')];
    expect(() => mustFollow(files, '202612', now)).not.toThrow();
    const message =
      'There is already a payroll file for December 2026. The next file includes changes to earlier months.';
    const refusal = { code: 'invalid', field: 'periodId', message };
    expect(() => mustFollow(files, '202611', now)).toThrow(expect.objectContaining(refusal));
    const many = Array.from({ length: 100 }, (_, at) => file(`202612-${at}`, '202612'));
    expect(() => mustFollow(many, '202612', now)).toThrow('This year has 100 payroll files, the maximum.');
    expect(() => mustFollow(many.slice(1), '202612', now)).not.toThrow();
  });

  it('is identified by its month and, from the second one on, its number', () => {
    expect(nextFileId([], '202612')).toBe('202612');
    expect(nextFileId([file('202611', '202611')], '202612')).toBe('202612');
    expect(nextFileId([file('202612', '202612'), file('202612-2', '202612')], '202612')).toBe('202612-3');
  });

  it('uses the partner’s pay codes and its choice of taxable amounts', () => {
    const usual = defaultPayrollSettings;
    expect(codeOf(usual, 'reimbursement')).toEqual({
      code: 'WELLREIM',
      what: 'Reimbursement',
      isTaxable: true,
    });
    expect(codeOf(usual, 'dues')).toEqual({
      code: 'WELLDUES',
      what: 'Dues paid for an off-site club',
      isTaxable: true,
    });
    expect(codeOf(usual, 'onSiteDues')).toEqual({
      code: 'WELLDUES',
      what: 'Dues paid for an on-site club',
      isTaxable: false,
    });
    const none = { ...usual, isReimbursementTaxable: false, isDuesTaxable: false };
    expect([codeOf(none, 'reimbursement').isTaxable, codeOf(none, 'dues').isTaxable]).toEqual([false, false]);
    expect(onSiteFacilitiesOf({ onSiteClubs: ' 7001, 7002;7003\n7004 ' })).toEqual([
      '7001',
      '7002',
      '7003',
      '7004',
    ]);
    expect(onSiteFacilitiesOf({})).toEqual([]);
  });
});
