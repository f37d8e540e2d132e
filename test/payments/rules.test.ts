import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { corrected, isCorrected, canUndo, undone } from '../../shared/payments/correction.ts';
import { facilityPayment, isPaidFor } from '../../shared/payments/facility-payment.ts';
import { describeGroup } from '../../shared/payments/share-group.ts';
import { memberPayment } from '../../shared/payments/member-payment.ts';
import { noFees, partnerPayment } from '../../shared/payments/partner-payment.ts';
import { memberPaymentRowOf } from '../../shared/payments/payment-row.ts';
import { regenerated } from '../../shared/payments/regeneration.ts';
import { Refusal } from '../../shared/refusal.ts';
import {
  type PaymentStatus,
  facilityColumns,
  partnerColumns,
  type PartnerPayment,
} from '../../shared/payments/payment.ts';
import { someGroupMembership } from '../support/builders.ts';
import { paymentColumns, paymentEntity } from '../../functions/payments/store.ts';
import { somePayment } from './some-payment.ts';

const cents = fc.integer({ min: 0, max: 99_999_99 });
const statuses: PaymentStatus[] = [0, 1, 2, 3, 4, 5, 6];

describe('a partner payment', () => {
  it('is the monthly installment plus the admin fee and the added fees', () => {
    const fees = {
      startupFee: 100_00,
      renewalFee: 50_00,
      facilityAccessFee: 25_50,
      oneTimeFee: 9_99,
      oneTimeFeeReason: 'Banners',
    };
    const owed = partnerPayment(someGroupMembership('1'), 4, '202610', 0, fees);
    expect(owed.totalPayment).toBe(12_000_00 + 250_00 + 100_00 + 50_00 + 25_50 + 9_99);
    expect(owed.reason.steps.at(-1)).toEqual({ what: 'One-time fee: Banners', amount: 9_99 });
  });

  it('is the dues of the activated members if the partner pays only for those', () => {
    const terms = someGroupMembership('1', { paymentForActivatedMembersOnly: true });
    const owed = partnerPayment(terms, 4, '202610', 37, noFees);
    expect(owed).toMatchObject({ monthlyInstallment: 740_00, adminFee: 250_00, totalPayment: 990_00 });
    expect(owed.numberOfMembersWhoWillBePaid).toBe(37);
  });

  it('is the same sum in one payment or in two', () => {
    fc.assert(
      fc.property(
        cents,
        cents,
        cents,
        cents,
        fc.nat(5000),
        fc.boolean(),
        (installment, admin, startup, once, members, only) => {
          const terms = {
            adminFee: admin,
            monthlyInstallment: installment,
            duesForOneMemberPerMonthPaidToFacility: 20_00,
            paymentForActivatedMembersOnly: only,
          };
          const fees = { ...noFees, startupFee: startup, oneTimeFee: once, oneTimeFeeReason: 'x' };
          const whole = partnerPayment(someGroupMembership('1', terms), 4, '202610', members, fees);
          const shared = someGroupMembership('1', { ...terms, programPaymentTypeId: 3 });
          const parts = [4, 5].map((type) => partnerPayment(shared, type, '202610', members, fees));
          expect(whole.totalPayment).toBe((only ? members * 20_00 : installment) + admin + startup + once);
          expect(parts.reduce((sum, part) => sum + part.totalPayment, 0)).toBe(whole.totalPayment);
          for (const one of [whole, ...parts])
            expect(one.reason.steps.reduce((sum, { amount }) => sum + amount, 0)).toBe(one.totalPayment);
        },
      ),
    );
  });
});

describe('a facility payment', () => {
  const always = { activatedOn: '2026-01-05', leavingOn: null };

  it('counts members with a day in the month; the end date is not a member day', () => {
    const counts = (from: string, to: string | null) => isPaidFor(always, { from, to }, '202610');
    expect(counts('2026-10-31', null)).toBe(true);
    expect(counts('2026-11-01', null)).toBe(false);
    expect(counts('2026-01-05', '2026-10-02')).toBe(true);
    expect(counts('2026-01-05', '2026-10-01')).toBe(false);
    expect(counts('2026-10-10', '2026-10-10')).toBe(false);
  });

  it('counts no member after the end of the membership, even if the enrollment is not closed', () => {
    const leaving = { ...always, leavingOn: '2026-12-01' };
    expect(isPaidFor(leaving, { from: '2026-01-05', to: null }, '202611')).toBe(true);
    expect(isPaidFor(leaving, { from: '2026-01-05', to: null }, '202612')).toBe(false);
  });

  it('counts members activated and not on hold on at least one day of the month', () => {
    const time = { from: '2026-01-05', to: null };
    const held = (from: string, to: string | null) => ({ ...always, holds: [{ from, to }] });
    expect(isPaidFor({ ...always, activatedOn: null }, time, '202610')).toBe(false);
    expect(isPaidFor({ ...always, activatedOn: '2026-10-31' }, time, '202610')).toBe(true);
    expect(isPaidFor(held('2026-10-01', null), time, '202610')).toBe(false);
    expect(isPaidFor(held('2026-10-02', null), time, '202610')).toBe(true);
    expect(isPaidFor(held('2026-09-01', '2026-10-31'), time, '202610')).toBe(true);
    expect(isPaidFor(held('2026-09-01', '2026-11-01'), time, '202610')).toBe(false);
  });
});

describe('a payment reason', () => {
  const late = (members: number) => [describeGroup('late', '202609', members, 19_00)];
  const groupOf = (members: number) => [{ kind: 'late', period: '202609', members, each: 19_00 }];

  it('of a facility lists its members and late members of the previous month', () => {
    expect(facilityPayment('202610', 1, 20_00, late(1))).toEqual({
      numberOfMembersWhoWillBePaid: 2,
      duesPaidForOneMember: 20_00,
      totalPayment: 39_00,
      reason: {
        rule: 'facility payment 1',
        steps: [
          { what: '1 member activated at the club in October 2026 × dues for one member', amount: 20_00 },
          { what: '1 member of September × dues for one member', amount: 19_00 },
        ],
        memberCount: 2,
        lateCount: 1,
        groups: groupOf(1),
      },
    });
    const { reason } = facilityPayment('202610', 3, 20_00);
    expect(reason.steps).toEqual([
      { what: '3 members activated at the club in October 2026 × dues for one member', amount: 60_00 },
    ]);
    expect(reason).toEqual({ rule: 'facility payment 1', steps: reason.steps, memberCount: 3 });
  });

  it('of a partner lists every fee by name, and the members if they determine the amount', () => {
    const fees = {
      startupFee: 1_00,
      renewalFee: 2_00,
      facilityAccessFee: 3_00,
      oneTimeFee: 4_00,
      oneTimeFeeReason: '',
    };
    const terms = someGroupMembership('1', { adminFee: 250_00 });
    const whole = partnerPayment(terms, 4, '202610', 7, fees, late(2));
    expect(whole.reason).toEqual({
      rule: 'partner payment 1',
      steps: [
        { what: 'Monthly installment for October 2026', amount: 12_000_00 },
        { what: 'Admin fee', amount: 250_00 },
        { what: 'Startup fee', amount: 1_00 },
        { what: 'Renewal fee', amount: 2_00 },
        { what: 'Facility access fee', amount: 3_00 },
        { what: 'One-time fee', amount: 4_00 },
      ],
    });
    expect(whole).toMatchObject({ numberOfMembersWhoWillBePaid: 0, duesPaidForOneMember: 0 });
    const onlyActivated = { ...terms, paymentForActivatedMembersOnly: true, adminFee: 0 };
    const counted = partnerPayment(onlyActivated, 4, '202610', 1, noFees, late(2));
    expect(counted).toMatchObject({
      monthlyInstallment: 58_00,
      totalPayment: 58_00,
      numberOfMembersWhoWillBePaid: 3,
      duesPaidForOneMember: 20_00,
    });
    expect(counted.reason).toEqual({
      rule: 'partner payment 1',
      steps: [
        { what: '1 member activated in October 2026 × dues for one member', amount: 20_00 },
        { what: '2 members of September × dues for one member', amount: 38_00 },
      ],
      memberCount: 3,
      lateCount: 2,
      groups: groupOf(2),
    });
    expect(partnerPayment(onlyActivated, 4, '202610', 2, noFees).reason).toEqual({
      rule: 'partner payment 1',
      steps: [{ what: '2 members activated in October 2026 × dues for one member', amount: 40_00 }],
      memberCount: 2,
    });
  });
});

describe('a member payment', () => {
  const terms = someGroupMembership('1', {
    programPaymentTypeId: 3,
    memberDuesAmount: 30_00,
    memberReimbursementTypeId: 4,
    memberReimbursementAmount: 25_00,
    numberOfVisitsToReimburse: 12,
  });
  const member = {
    enrolledOn: '2026-10-20',
    activatedOn: '2026-10-20',
    leavingOn: null,
    invitationStatus: 4 as const,
  };

  it('never exceeds the full dues, and is higher the earlier the day', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 30 }), (dues, day) => {
        const paid = (on: number) =>
          memberPayment(
            { ...terms, memberDuesAmount: dues },
            6,
            '202610',
            { ...member, enrolledOn: `2026-10-${String(on).padStart(2, '0')}` },
            0,
          )?.totalPayment ?? 0;
        expect(paid(1)).toBe(dues);
        expect(paid(day + 1)).toBeLessThanOrEqual(paid(day));
      }),
    );
  });
});

describe('the billing type', () => {
  it('is stored with the payment, regardless of its status', () => {
    const accounts = new Map([['a', { bankAccountType: 1, lastFour: '6789' } as const]]);
    const direct = somePayment({ kind: 'member', memberBillingTypeId: 1, status: 6, payeeToken: 'a' });
    expect(memberPaymentRowOf(direct, accounts)).toMatchObject({
      memberBillingTypeId: 1,
      billingInfo: 'Direct from Bank Account, Savings xxxxx6789',
    });
    const canceled = somePayment({ kind: 'member', memberBillingTypeId: 2, status: 4 });
    expect(memberPaymentRowOf(canceled, accounts)).toMatchObject({
      memberBillingTypeId: 2,
      billingInfo: 'By Employee Paycheck',
    });
  });
});

describe('a correction', () => {
  it('is accepted in the three editable statuses only', () => {
    for (const status of statuses) {
      const correct = () => corrected(somePayment({ status }), 10_00);
      if ([0, 3, 6].includes(status)) expect(correct().amountToBeSent).toBe(10_00);
      else expect(correct).toThrow('only while a payment is Pending');
    }
  });

  it('can be zero or the total, but not more or negative', () => {
    const one = somePayment({ totalPayment: 100_00, amountToBeSent: 100_00 });
    expect(corrected(one, 0).amountToBeSent).toBe(0);
    expect(corrected(one, 100_00).amountToBeSent).toBe(100_00);
    expect(() => corrected(one, 100_01)).toThrow(
      "Amount to be sent can't be more than the total payment of $100.00.",
    );
    expect(() => corrected(one, -1)).toThrow('Amount to be sent must be at least $0.00.');
  });

  it('of a paycheck summary is refused', () => {
    const sum = somePayment({ paymentTypeId: 8, status: 6, amountToBeSent: 50_00 });
    expect(() => corrected(sum, 0)).toThrow('is the sum of the paycheck payments');
    expect(canUndo(sum)).toBe(false);
    expect(canUndo(somePayment({ status: 2, amountToBeSent: 50_00 }))).toBe(false);
    expect(canUndo(somePayment({}))).toBe(false);
  });

  it('is refused as a conflict for its status, and as invalid for its amount', () => {
    const codeOf = (work: () => unknown) => {
      try {
        work();
      } catch (error) {
        return error instanceof Refusal ? [error.code, error.field] : error;
      }
      return 'taken';
    };
    expect(codeOf(() => corrected(somePayment({ status: 2 }), 0))).toEqual(['conflict', undefined]);
    expect(codeOf(() => corrected(somePayment({ paymentTypeId: 8 }), 0))).toEqual(['conflict', undefined]);
    expect(codeOf(() => undone(somePayment({})))).toEqual(['conflict', undefined]);
    expect(codeOf(() => corrected(somePayment({}), 0.5))).toEqual(['invalid', 'amountToBeSent']);
    expect(codeOf(() => corrected(somePayment({}), 100_01))).toEqual(['invalid', 'amountToBeSent']);
  });

  it('is refused while the payment is in a bank file', () => {
    expect(() => corrected(somePayment({ bankFileId: 'file' }), 0)).toThrow('bank file');
    expect(() => corrected(somePayment({ status: 3, bankFileId: 'retry' }), 0)).toThrow('bank file');
    expect(corrected(somePayment({ status: 3 }), 0).amountToBeSent).toBe(0);
  });

  it('can be undone only while the amount is below the total', () => {
    const one = somePayment({ totalPayment: 100_00, amountToBeSent: 99_99 });
    expect(canUndo(one)).toBe(true);
    expect(isCorrected(undone(one))).toBe(false);
    expect(() => undone(undone(one))).toThrow('No correction to undo');
    expect(() => undone({ ...one, status: 2 })).toThrow('only while');
  });
});

describe('a regeneration', () => {
  it('adds missing payments and leaves identical ones unchanged', () => {
    const due = somePayment({});
    expect(regenerated(undefined, due).what).toBe('added');
    expect(regenerated({ ...due, version: 3, generationId: 'before' }, due)).toEqual({
      what: 'kept',
      why: 'the same',
    });
  });

  it('never changes a payment that is not Pending or is in a file', () => {
    for (const status of statuses.filter((one) => one !== 0))
      expect(regenerated(somePayment({ status }), somePayment({ totalPayment: 1 })).what).toBe('kept');
    expect(regenerated(somePayment({ bankFileId: 'f' }), somePayment({ totalPayment: 1 }))).toEqual({
      what: 'kept',
      why: 'in a bank file',
    });
  });

  it('keeps a correction unless it exceeds the new total', () => {
    fc.assert(
      fc.property(cents, cents, cents, (before, correction, now) => {
        const existing = somePayment({ totalPayment: before, amountToBeSent: Math.min(before, correction) });
        const due = somePayment({ totalPayment: now, amountToBeSent: now });
        const outcome = regenerated(existing, due);
        if (outcome.what !== 'changed') {
          expect(before).toBe(now);
          return;
        }
        expect(outcome.after.amountToBeSent).toBeLessThanOrEqual(now);
        const keeps = isCorrected(existing) && existing.amountToBeSent <= now;
        expect(outcome.after.amountToBeSent).toBe(keeps ? existing.amountToBeSent : now);
        expect(outcome.droppedCorrection).toBe(isCorrected(existing) && !keeps);
        expect(regenerated({ ...outcome.after, version: 9 }, due).what).toBe('kept');
      }),
    );
  });
});

describe('the columns of a list', () => {
  it('are defined once, by the names of their sort fields', () => {
    const columns = ['partnerNumber', 'partnerName'] as const satisfies readonly (keyof PartnerPayment)[];
    expect(partnerColumns.slice(0, 2)).toEqual(columns);
    // @ts-expect-error a partner's payment has no facility to sort by
    const wrong = ['facilityNumber'] as const satisfies readonly (keyof PartnerPayment)[];
    expect(facilityColumns).toContain(wrong[0]);
    const list = paymentEntity.inList?.(
      somePayment({ kind: 'facility', facilityName: 'Elm Gym', status: 3, amountToBeSent: 7_00 }),
    );
    expect(list?.sorts).toHaveLength(paymentColumns.facility.length);
    const sorts = Object.fromEntries(
      paymentColumns.facility.map((column, index) => [column, list?.sorts[index]]),
    );
    expect(sorts).toMatchObject({
      facilityName: 'Elm Gym',
      amountToBeSent: 7_00,
      status: 3,
      'partner facilityName': '1/Elm Gym',
      'partner amountToBeSent': '1/000000000700',
    });
  });
});
