import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addPeriods, daysBetween, duesCollectionDate, duesGenerationDate } from '../../shared/calendar.ts';
import type { GroupMembership } from '../../shared/group-memberships/group-membership.ts';
import {
  codeName,
  facilityFeesBillingTypes,
  installmentTypes,
  reimbursementTypes,
} from '../../shared/group-memberships/group-membership-rules.ts';
import {
  countsFrom,
  earliestPeriods,
  periodsOfChange,
  signedBy,
  termsFor,
  versionFor,
  withTermsFrom,
} from '../../shared/group-memberships/terms-versions.ts';
import { someGroupMembership } from '../support/builders.ts';

const program = someGroupMembership('1', {
  programPaymentTypeId: 3,
  memberDuesAmount: 30_00,
  memberReimbursementTypeId: 4,
  memberReimbursementAmount: 25_00,
  numberOfVisitsToReimburse: 12,
  launchDate: '2026-09-01',
});
const noon = (date: string) => new Date(`${date}T18:00:00Z`);

function change(
  before: GroupMembership,
  groupMembership: Partial<GroupMembership>,
  date: string,
  params: { fromPeriod?: string; hasMembers?: boolean } = {},
) {
  const after = { ...before, ...groupMembership };
  const from = periodsOfChange(before, after, { hasMembers: true, ...params }, noon(date));
  return { from, after: withTermsFrom(before, after, from, date) };
}

describe('first month of a change', () => {
  it('is the first open month for fees', () => {
    expect(change(program, { adminFee: 888_00 }, '2026-12-08').from).toEqual({ fees: '202611' });
    expect(change(program, { adminFee: 888_00 }, '2026-12-09').from).toEqual({ fees: '202612' });
  });

  it('is the first month that has not begun for promised terms', () => {
    expect(change(program, { numberOfVisitsToReimburse: 8 }, '2026-12-09').from).toEqual({
      reimbursement: '202701',
    });
  });

  it('is the first month with ungenerated dues and ten days or more until collection for dues', () => {
    expect(change(program, { memberDuesAmount: 35_00 }, '2026-11-21').from).toEqual({ dues: '202612' });
    expect(change(program, { memberDuesAmount: 35_00 }, '2026-11-22').from).toEqual({ dues: '202701' });
    // January 4 is ten days away, but January was generated on December 25
    expect(change(program, { memberDuesAmount: 35_00 }, '2026-12-24').from).toEqual({ dues: '202701' });
    expect(change(program, { memberDuesAmount: 35_00 }, '2026-12-25').from).toEqual({ dues: '202702' });
    for (let day = 0; day < 4000; day++) {
      const now = new Date(Date.parse('2026-11-01T18:00:00Z') + day * 86_400_000);
      const { dues } = earliestPeriods(now, true);
      const today = now.toISOString().slice(0, 10);
      expect(daysBetween(today, duesCollectionDate(dues))).toBeGreaterThanOrEqual(10);
      expect(duesGenerationDate(dues) > today).toBe(true);
      const earlier = addPeriods(dues, -1);
      expect(
        duesGenerationDate(earlier) <= today || daysBetween(today, duesCollectionDate(earlier)) < 10,
      ).toBe(true);
    }
  });

  it('is the first open month for all parts before any invitation', () => {
    const values = { memberDuesAmount: 35_00, adminFee: 1_00 };
    expect(change(program, values, '2026-12-09', { hasMembers: false }).from).toEqual({
      fees: '202612',
      dues: '202612',
    });
  });

  it('can be a requested later month, but not a closed one', () => {
    const values = { adminFee: 1_00, memberDuesAmount: 35_00 };
    expect(change(program, values, '2026-12-09', { fromPeriod: '202703' }).from).toEqual({
      fees: '202703',
      dues: '202703',
    });
    expect(() => change(program, values, '2026-12-09', { fromPeriod: '202611' })).toThrow(
      'Settings of closed months cannot change. Choose December 2026 or a later month.',
    );
  });

  it('is formatted as text', () => {
    expect(countsFrom(change(program, { adminFee: 1_00, memberDuesAmount: 0 }, '2026-12-09').from)).toBe(
      'Fees count from December 2026. Member dues count from January 2027.',
    );
  });
});

describe('terms of a month', () => {
  it('remain as they were in that month, regardless of later changes', () => {
    const { after } = change(program, { adminFee: 888_00 }, '2026-12-20');
    expect(after.adminFee).toBe(888_00);
    expect(termsFor(after, '202610').adminFee).toBe(250_00);
    expect(termsFor(after, '202612').adminFee).toBe(888_00);
    expect(versionFor(after, '202610')).toMatchObject({ number: 1, fromPeriod: '202609' });
    expect(versionFor(after, '202701')).toMatchObject({ number: 2, fromPeriod: '202612' });
  });

  it('change in two months if one request changes fees and dues', () => {
    const { after } = change(program, { adminFee: 1_00, memberDuesAmount: 35_00 }, '2026-12-09');
    expect(termsFor(after, '202612')).toMatchObject({ adminFee: 1_00, memberDuesAmount: 30_00 });
    expect(termsFor(after, '202701')).toMatchObject({ adminFee: 1_00, memberDuesAmount: 35_00 });
  });

  it('keep a later change that was saved before', () => {
    const later = change(program, { adminFee: 400_00 }, '2026-12-09', { fromPeriod: '202703' }).after;
    const { after } = change(later, { monthlyInstallment: 9_000_00 }, '2026-12-10');
    expect(termsFor(after, '202612')).toMatchObject({ adminFee: 250_00, monthlyInstallment: 9_000_00 });
    expect(termsFor(after, '202703')).toMatchObject({ adminFee: 400_00, monthlyInstallment: 9_000_00 });
    expect(versionFor(after, '202703').number).toBe(4);
  });

  it('never change in closed months, and equal the newest from the last change on', () => {
    const steps = fc.array(
      fc.record({
        adminFee: fc.integer({ min: 0, max: 999 }),
        memberDuesAmount: fc.integer({ min: 0, max: 999 }),
        ahead: fc.option(fc.nat(6), { nil: undefined }),
      }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(steps, (all) => {
        let now = program;
        for (const [index, { ahead, ...overrides }] of all.entries()) {
          const date = `2026-12-${String(10 + index).padStart(2, '0')}`;
          const fromPeriod = ahead === undefined ? {} : { fromPeriod: addPeriods('202612', ahead) };
          now = change(now, overrides, date, fromPeriod).after;
        }
        expect(termsFor(now, '202611')).toMatchObject({ adminFee: 250_00, memberDuesAmount: 30_00 });
        const { adminFee, memberDuesAmount } = now;
        expect(termsFor(now, '202801')).toMatchObject({ adminFee, memberDuesAmount });
        expect(now.versions?.map(({ number }) => number)).toEqual(now.versions?.map((_, at) => at + 1));
      }),
    );
  });
});

describe('history', () => {
  it('names the user of each new version and does not change older ones', () => {
    const first = signedBy(
      undefined,
      change(program, { adminFee: 260_00 }, '2026-12-09').after,
      'Ada Okafor',
    );
    const { after } = change(first, { adminFee: 270_00 }, '2026-12-10');
    const second = signedBy(first, after, 'Bo Lindqvist');
    const names = second.versions?.map(({ savedBy }) => savedBy);
    expect(names?.at(-1)).toBe('Bo Lindqvist');
    expect(names?.slice(0, -1)).toEqual(first.versions?.map(() => 'Ada Okafor'));
  });
});

describe('billing codes of specification 2 §9', () => {
  it('are complete and have names', () => {
    expect(reimbursementTypes.map(({ id }) => id)).toEqual([0, 4, 5, 6, 7, 8, 9, 10]);
    expect(facilityFeesBillingTypes.map(({ id }) => id)).toEqual(Array.from({ length: 15 }, (_, id) => id));
    expect([
      codeName(facilityFeesBillingTypes, 1),
      codeName(installmentTypes, 1),
      codeName(reimbursementTypes, 8),
    ]).toEqual(['Direct from facility', 'Direct from partner', 'By employee paycheck']);
  });
});
