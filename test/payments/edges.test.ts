import { describe, expect, it } from 'vitest';
import { firstDayOfEnrollment, firstWithdrawal, hasDayIn } from '../../shared/payments/dues.ts';
import { isPaidFor, timeOf } from '../../shared/payments/facility-payment.ts';
import { facilityOfMovers } from '../../shared/enrollment/facility-of-movers.ts';
import { isMemberWithdrawal, memberPayment, owesDuesFor } from '../../shared/payments/member-payment.ts';
import { partnerPayment, noFees } from '../../shared/payments/partner-payment.ts';
import { initialStatuses, movePayment, type PaymentEvent } from '../../shared/payments/payment-moves.ts';
import type { PaymentStatus } from '../../shared/payments/payment.ts';
import { isReplaceable, regenerated } from '../../shared/payments/regeneration.ts';
import {
  announcementDue,
  isAnnounced,
  noticeDays,
  noticeReason,
} from '../../shared/payments/withdrawal-notice.ts';
import { Refusal } from '../../shared/refusal.ts';
import { someGroupMembership } from '../support/builders.ts';
import { somePayment } from './some-payment.ts';

describe('at the edge of a month', () => {
  const stay = (facilityId: string, from: string, to: string | null) => ({
    partnerId: '1',
    memberId: 'M1',
    facilityId,
    from,
    to,
    version: 0,
  });
  const countsAt = (...stays: ReturnType<typeof stay>[]) => {
    const both = [stays, stays.toReversed()].map((all) => facilityOfMovers(all, '202610').get('M1'));
    expect(both[0]).toEqual(both[1]);
    return both[0];
  };

  it('a member who moves counts at the new facility from the first stay of the month on', () => {
    expect(countsAt(stay('A', '2026-09-05', '2026-10-20'), stay('B', '2026-10-20', null))).toEqual({
      facilityId: 'B',
      from: '2026-09-05',
      to: null,
    });
    expect(countsAt(stay('A', '2026-08-01', '2026-10-01'), stay('B', '2026-10-01', null))).toBeUndefined();
    expect(countsAt(stay('A', '2026-09-05', '2026-11-20'), stay('B', '2026-10-20', null))?.facilityId).toBe(
      'B',
    );
    expect(
      countsAt(stay('A', '2026-10-21', '2026-11-01'), stay('B', '2026-10-20', '2026-12-01'))?.facilityId,
    ).toBe('A');
    // one ended within the month, although it began later
    expect(countsAt(stay('A', '2026-09-05', null), stay('B', '2026-10-10', '2026-10-12'))?.facilityId).toBe(
      'A',
    );
    expect(
      countsAt(stay('A', '2026-10-02', '2026-10-30'), stay('B', '2026-10-03', '2026-10-29'))?.facilityId,
    ).toBe('A');
    // the same days at two facilities: the higher ID, for a deterministic result
    expect(countsAt(stay('A', '2026-10-02', null), stay('B', '2026-10-02', null))?.facilityId).toBe('B');
    expect(
      countsAt(stay('A', '2026-10-02', '2026-10-05'), stay('B', '2026-10-02', '2026-10-05'))?.facilityId,
    ).toBe('B');
  });

  it('for three stays the first day and the last facility count', () => {
    expect(
      countsAt(
        stay('C', '2026-10-20', '2026-11-02'),
        stay('A', '2026-09-01', '2026-10-05'),
        stay('B', '2026-10-05', '2026-10-20'),
      ),
    ).toEqual({ facilityId: 'C', from: '2026-09-01', to: '2026-11-02' });
  });

  it('a stay ends with the membership if that is earlier', () => {
    const time = (to: string | null, leavingOn: string | null) =>
      timeOf({ from: '2026-09-05', to }, { leavingOn }).to;
    expect(time(null, null)).toBeNull();
    expect(time(null, '2026-10-15')).toBe('2026-10-15');
    expect(time('2026-10-10', null)).toBe('2026-10-10');
    expect(time('2026-10-10', '2026-10-15')).toBe('2026-10-10');
    expect(time('2026-10-20', '2026-10-15')).toBe('2026-10-15');
    expect(time('2026-10-15', '2026-10-15')).toBe('2026-10-15');
  });

  it('a facility is paid for the last day of the month but not for the first of the next', () => {
    const member = (activatedOn: string, holds: { from: string; to: string | null }[] = []) => ({
      activatedOn,
      leavingOn: null,
      holds,
    });
    const all = { from: '2026-09-05', to: null };
    expect(isPaidFor(member('2026-10-31'), all, '202610')).toBe(true);
    expect(isPaidFor(member('2026-11-01'), all, '202610')).toBe(false);
    const held = [{ from: '2026-10-01', to: '2026-11-01' }];
    expect(isPaidFor(member('2026-09-05', held), { ...all, to: '2026-11-05' }, '202610')).toBe(false);
    expect(isPaidFor(member('2026-09-05', held), all, '202611')).toBe(true);
    expect(isPaidFor(member('2026-09-05'), { from: '2026-09-05', to: '2026-10-01' }, '202610')).toBe(false);
    expect(isPaidFor(member('2026-09-05'), { from: '2026-09-05', to: '2026-10-02' }, '202610')).toBe(true);
  });

  it('an empty stay has no day in the month, and the later of signing and launch is the first day', () => {
    expect(hasDayIn({ from: '2026-10-05', to: '2026-10-05' }, '202610')).toBe(false);
    expect(hasDayIn({ from: '2026-10-05', to: '2026-10-06' }, '202610')).toBe(true);
    expect(firstDayOfEnrollment('2026-10-05', '2026-10-04')).toBe('2026-10-05');
    expect(firstDayOfEnrollment('2026-10-05', '2026-10-06')).toBe('2026-10-06');
  });

  it('first dues are withdrawn on the promised day if the bank can process them in time, otherwise on the earliest day', () => {
    // the 1st of December 2026 is a Tuesday
    expect(firstWithdrawal('2026-12-01', '2026-11-27')).toEqual({ date: '2026-12-01', isEarliest: false });
    expect(firstWithdrawal('2026-12-01', '2026-11-30')).toEqual({ date: '2026-12-01', isEarliest: true });
    expect(firstWithdrawal('2026-12-01', '2026-12-01')).toEqual({ date: '2026-12-02', isEarliest: true });
  });
});

describe('explanations of member payments', () => {
  const terms = someGroupMembership('1', {
    programPaymentTypeId: 3,
    memberDuesAmount: 31_00,
    memberReimbursementTypeId: 4,
    memberReimbursementAmount: 25_00,
    numberOfVisitsToReimburse: 12,
  });
  const member = {
    startsOn: null,
    enrolledOn: '2026-10-11',
    activatedOn: '2026-10-11',
    leavingOn: null,
    invitationStatus: 4,
  } as const;

  it('contain the days of a partial first month, and the month of a full one', () => {
    expect(memberPayment(terms, 6, '202610', member, 0)).toEqual({
      totalPayment: 21_00,
      status: 0,
      memberBillingTypeId: 1,
      reason: {
        rule: 'member dues 2',
        steps: [{ what: 'Enrollment begins on 10/11/2026: dues × 21 of 31 days', amount: 21_00 }],
      },
    });
    expect(memberPayment(terms, 6, '202611', member, 0)?.reason.steps).toEqual([
      { what: 'Dues for November 2026', amount: 31_00 },
    ]);
  });

  it('count the visits of a reimbursement, by account or by paycheck', () => {
    const by = (memberReimbursementTypeId: 4 | 8 | 10, visits: number, memberReimbursementAmount = 25_00) =>
      memberPayment(
        { ...terms, memberReimbursementTypeId, memberReimbursementAmount },
        7,
        '202610',
        member,
        visits,
      );
    const reason = (visits: number, amount: number) => ({
      rule: 'member reimbursement 1',
      steps: [{ what: `${visits} of 12 visits in October 2026`, amount }],
    });
    expect(by(4, 12)).toEqual({
      totalPayment: 25_00,
      status: 0,
      memberBillingTypeId: 1,
      reason: reason(12, 25_00),
    });
    expect(by(8, 12)).toMatchObject({ status: 6, memberBillingTypeId: 2 });
    expect(by(4, 11)).toEqual({ totalPayment: 0, status: 4, memberBillingTypeId: 1, reason: reason(11, 0) });
    expect(by(8, 11)).toMatchObject({ status: 4, memberBillingTypeId: 2 });
    expect(by(10, 12)).toBeUndefined();
    expect(by(4, 12, 0)).toBeUndefined();
  });

  it('members who never enrolled have no dues to check, and members who left before the first dues owe none', () => {
    const never = { ...member, enrolledOn: null, activatedOn: null };
    expect(owesDuesFor(never, '202610')).toBe(true);
    expect(owesDuesFor({ ...member, activatedOn: null, invitationStatus: 8 }, '202610')).toBe(false);
    expect(owesDuesFor({ ...member, leavingOn: '2026-11-01' }, '202611')).toBe(false);
    expect(owesDuesFor(member, '202609')).toBe(false);
  });

  it('only dues from the own account are a withdrawal authorized by an agreement', () => {
    const dues = { kind: 'member', paymentTypeId: 6, memberBillingTypeId: 1 } as const;
    expect(isMemberWithdrawal(dues)).toBe(true);
    expect(isMemberWithdrawal({ ...dues, kind: 'partner' })).toBe(false);
    expect(isMemberWithdrawal({ ...dues, paymentTypeId: 7 })).toBe(false);
    expect(isMemberWithdrawal({ ...dues, memberBillingTypeId: 2 })).toBe(false);
  });

  it('a sharing partner owes the dues as a separate payment without its fees', () => {
    const shared = someGroupMembership('1', {
      programPaymentTypeId: 3,
      duesForOneMemberPerMonthPaidToFacility: 20_00,
      memberDuesAmount: 5_00,
      paymentForActivatedMembersOnly: true,
    });
    const [fees, dues] = [4, 5].map((type) => partnerPayment(shared, type, '202610', 3, noFees));
    expect(fees?.adminFee).toBe(250_00);
    expect(dues?.adminFee).toBe(0);
    expect(fees?.oneTimeFeeReason).toBe('');
  });
});

describe('a refused transition', () => {
  const at = '2026-11-10T12:00:00.000Z';
  const context = { at, code: 'R01', trace: '1' };

  it('reports the required and the current status', () => {
    const said = (event: PaymentEvent, status: PaymentStatus): unknown[] => {
      try {
        movePayment(somePayment({ status }), event, context);
      } catch (error) {
        if (error instanceof Refusal) return [error.code, error.message];
      }
      return [];
    };
    expect(said('submit', 2)).toEqual([
      'conflict',
      'Only a Pending payment can be submitted. This one is Submitted to ACH.',
    ]);
    expect(said('acknowledge', 0)[1]).toContain('Only a submitted payment can be received by the bank.');
    expect(said('settle', 2)[1]).toContain('Only a payment that the bank received can be completed.');
    expect(said('returnPayment', 0)[1]).toContain('Only a payment that was sent can be returned.');
    expect(said('retry', 0)[1]).toContain('Only a returned payment can be sent again.');
    expect(said('cancel', 2)[1]).toContain('Only a Pending or returned payment can be canceled.');
    expect(said('markSentExternally', 2)[1]).toContain(
      'Only a Pending or returned payment can be marked as Sent Externally.',
    );
    expect(said('reverse', 0)[1]).toContain('Only a payment that was sent can be reversed.');
    expect([...initialStatuses]).toEqual([0, 4, 6]);
  });

  it('records a return only on the last attempt, with its day and code', () => {
    const sent = { bankFileId: 'f1', trace: '1', at, amount: 100_00, returned: { at, code: 'R09' } };
    const again = { ...sent, bankFileId: 'f2', trace: '2', returned: null };
    const back = movePayment(
      somePayment({ status: 2, bankFileId: 'f2', attempts: [sent, again] }),
      'returnPayment',
      { at: '2026-11-12T12:00:00.000Z', code: 'R01' },
    );
    expect(back).toMatchObject({ status: 3, bankFileId: null, statusAt: '2026-11-12T12:00:00.000Z' });
    expect(back.attempts).toEqual([
      sent,
      { ...again, returned: { at: '2026-11-12T12:00:00.000Z', code: 'R01' } },
    ]);
  });
});

describe('a regenerated payment', () => {
  const existing = somePayment({
    version: 3,
    reason: { rule: 'r', steps: [{ what: 'Dues', amount: 100_00 }] },
  });

  it('is unchanged if only write-specific properties or the field order differ', () => {
    const later = {
      ...existing,
      generationId: 'other',
      statusAt: '2027-01-01T00:00:00.000Z',
      version: 9,
      ledger: { count: 1, hash: 'x' },
    };
    const due = Object.fromEntries(Object.entries(later).toReversed()) as typeof existing;
    expect(regenerated(existing, due)).toEqual({ what: 'kept', why: 'the same' });
    expect(regenerated({ ...existing, attempts: [] }, { ...due, partnerName: 'Other' }).what).toBe('changed');
  });

  it('is changed if its explanation changes', () => {
    const { reason } = existing;
    for (const other of [
      { ...reason, rule: 's' },
      { ...reason, steps: [{ what: 'Other', amount: 100_00 }] },
      { ...reason, steps: [{ what: 'Dues', amount: 1 }] },
      { ...reason, steps: [...reason.steps, { what: 'More', amount: 0 }] },
      { ...reason, memberCount: 1 },
      { ...reason, lateCount: 1 },
      { ...reason, memberIds: ['M1'] },
      { ...reason, membersDigest: 'x' },
    ])
      expect(regenerated(existing, { ...existing, reason: other }).what, JSON.stringify(other)).toBe(
        'changed',
      );
  });

  it('keeps a correction equal to the total and drops one that exceeds it by one cent', () => {
    const correctedTo = { ...existing, amountToBeSent: 80_00 };
    expect(regenerated(correctedTo, { ...existing, totalPayment: 80_00 })).toMatchObject({
      what: 'changed',
      droppedCorrection: false,
      after: { amountToBeSent: 80_00, version: 3 },
    });
    expect(regenerated(correctedTo, { ...existing, totalPayment: 79_99 })).toMatchObject({
      droppedCorrection: true,
      after: { amountToBeSent: 79_99 },
    });
  });

  it('keeps its announcement, and reports why it is not changed', () => {
    const announced = { amount: 100_00, from: '2026-12-01', until: '2026-12-03', sentOn: '2026-11-20' };
    const dues = somePayment({ kind: 'member', announced });
    const after = regenerated(dues, { ...somePayment({ kind: 'member' }), totalPayment: 5_00 });
    expect(after).toMatchObject({ what: 'changed', after: { announced } });
    const untold = somePayment({ kind: 'member' });
    const again = regenerated(untold, { ...untold, totalPayment: 5_00 });
    expect('after' in again && Object.hasOwn(again.after, 'announced')).toBe(false);
    expect(regenerated({ ...existing, status: 2 }, existing)).toEqual({
      what: 'kept',
      why: 'no longer pending',
    });
    expect(regenerated({ ...existing, bankFileId: 'f' }, existing)).toEqual({
      what: 'kept',
      why: 'in a bank file',
    });
    expect(isReplaceable({ ...existing, status: 4 })).toBe(false);
  });
});

describe('a withdrawal notice', () => {
  const payment = somePayment({
    kind: 'member',
    programPaymentTypeId: 3,
    paymentTypeId: 6,
    periodId: '202612',
    totalPayment: 30_00,
    amountToBeSent: 30_00,
  });
  const payer = {
    startsOn: null,
    enrolledOn: '2026-09-05',
    leavingOn: null,
    knownDues: [{ fromPeriod: '202609', amount: 25_00, on: '2026-09-05', isSigned: true }],
  };
  const told = (from: string, until: string, sentOn = '2026-11-20') => ({
    ...payment,
    announced: { amount: 30_00, from, until, sentOn },
  });

  it('is valid from its first through its last day', () => {
    const holds = (date: string) => isAnnounced(told('2026-12-01', '2026-12-04'), payer, date);
    expect(['2026-11-30', '2026-12-01', '2026-12-04', '2026-12-05'].map(holds)).toEqual([
      false,
      true,
      true,
      false,
    ]);
    const inTime = (sentOn: string) =>
      isAnnounced(told('2026-12-01', '2026-12-04', sentOn), payer, '2026-12-01');
    expect([inTime('2026-11-21'), inTime('2026-11-22')]).toEqual([true, false]);
  });

  it('is not repeated while it covers the earliest day, and is sent the day after', () => {
    const due = (soonest: string) =>
      announcementDue(told('2026-12-01', '2026-12-04'), payer, { today: '2026-11-25', soonest });
    expect(due('2026-12-04')).toBeUndefined();
    expect(due('2026-12-07')).toMatchObject({ amount: 30_00, sentOn: '2026-11-25' });
    const attempt = { bankFileId: 'f', trace: '1', at: '2026-12-01', amount: 30_00, returned: null };
    const came = { ...payment, attempts: [attempt] };
    expect(announcementDue(came, payer, { today: '2026-11-25', soonest: '2026-12-01' })).toBeUndefined();
    expect(noticeDays(came, payer, '2026-12-15')).toBe(0);
  });

  it('reports the day the payment waits for or the required notice', () => {
    expect(noticeReason(told('2026-12-03', '2026-12-08'), payer, '2026-12-02')).toBe(
      'The member was notified that this is withdrawn on or after 12/03/2026. The payment waits for that day.',
    );
    expect(noticeReason(told('2026-12-03', '2026-12-08'), payer, '2026-12-03')).toBeUndefined();
    expect(noticeReason(payment, payer, '2026-12-01')).toBe(
      'The amount differs from the one the member agreed to. The payment waits until 10 days after the member is notified by email.',
    );
    const agreed = {
      ...payer,
      knownDues: [{ fromPeriod: '202609', amount: 30_00, on: '2026-09-05', isSigned: true }],
    };
    expect(noticeReason(payment, agreed, '2026-12-01')).toBeUndefined();
    expect(noticeReason(payment, agreed, '2026-12-02')).toBe(
      'The day is later than the day in the agreement. The payment waits until 7 days after the member is notified by email.',
    );
    // for members who signed before known dues were stored, the known dues are unknown
    expect(noticeReason(payment, { ...payer, knownDues: [] }, '2026-12-01')).toBeUndefined();
  });
});
