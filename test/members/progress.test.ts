import { describe, expect, it } from 'vitest';
import { pauseEffectOf, resumeEffectOf } from '../../shared/accounts/pause.ts';
import { addDays } from '../../shared/calendar.ts';
import { progressOf, progressMessage } from '../../shared/accounts/progress.ts';
import { monthlyTerms } from '../../shared/group-memberships/group-membership.ts';
import { duesPaidBackId } from '../../shared/payments/dues-paid-back.ts';
import type { GroupMembership } from '../../shared/group-memberships/group-membership.ts';
import type { Member } from '../../shared/members/member.ts';
import type { MemberPayment } from '../../shared/payments/payment.ts';
import { somePayment } from '../payments/some-payment.ts';
import { someGroupMembership, someMember } from '../support/builders.ts';

const program = someGroupMembership('1', {
  programPaymentTypeId: 2,
  memberDuesAmount: 30_00,
  memberReimbursementTypeId: 4,
  memberReimbursementAmount: 25_00,
  numberOfVisitsToReimburse: 12,
});
const member = (overrides: Partial<Member> = {}) =>
  someMember('P1', '1', {
    invitationStatus: 4,
    facilityId: '4100',
    enrolledOn: '2026-09-05',
    activatedOn: '2026-09-05',
    ...overrides,
  });
interface Given {
  visits?: Record<string, number>;
  payments?: (Pick<MemberPayment, 'paymentTypeId' | 'periodId' | 'status' | 'amountToBeSent'> &
    Partial<MemberPayment>)[];
  member?: Partial<Member>;
  program?: Partial<GroupMembership>;
  account?: { changedAt: string };
}
const memberDues = { kind: 'member', programPaymentTypeId: 2 } as const;
const at = (today: string, overrides: Given = {}) =>
  progressOf(
    {
      member: member(overrides.member),
      program: { ...program, ...overrides.program },
      partnerName: 'Partner 1',
      visits: new Map(Object.entries(overrides.visits ?? {})),
      payments: (overrides.payments ?? []).map((payment) => somePayment({ ...memberDues, ...payment })),
      ...(overrides.account && { account: overrides.account }),
    },
    today,
  );

describe('the progress of a month', () => {
  it.each([
    ['202611', 7, '2026-11-22', '7 of 12 visits, 9 days left, pays after 12/25/2026'],
    ['202611', 7, '2026-11-27', '7 of 12 visits. 12 visits can no longer be reached this month'],
    ['202611', 11, '2026-11-30', '11 of 12 visits, 1 day left, pays after 12/25/2026'],
    ['202611', 12, '2026-11-22', 'Goal reached: 12 visits, 12 required, pays after 12/25/2026'],
    ['202610', 10, '2026-11-03', '2 short, 10 of 12 visits'],
    ['202612', 0, '2026-12-01', '0 of 12 visits, 31 days left, pays after 01/25/2027'],
  ])('%s with %i visits on %s', (period, visits, today, message) => {
    expect(progressMessage(period, visits, 12, today)).toBe(message);
  });

  it('shows the month before until it is paid, and nothing of months before the enrollment', () => {
    expect(at('2026-11-22', { visits: { 202610: 12 } }).previous?.visits).toBe(12);
    expect(at('2026-11-26').previous).toBeNull();
    expect(at('2026-09-10').previous).toBeNull();
    const unpaid = at('2026-11-22', { visits: { 202611: 4 }, program: { memberReimbursementTypeId: 10 } });
    expect([unpaid.current, unpaid.previous, unpaid.visitsSoFar]).toEqual([null, null, 4]);
  });
});

describe('a hold or a pause', () => {
  const december = { holds: [{ from: '2026-12-01', to: '2027-02-01', isPause: true }] };
  const held = { invitationStatus: 7 as const, holds: [{ from: '2026-11-20', to: null }] };
  const paid = { programPaymentTypeId: 1 as const, memberReimbursementTypeId: 10 as const };

  it('is announced with its dates and effects before it begins, until it ends, and not afterwards', () => {
    const noticeOn = (day: string) => at(day, { member: december }).holdNotice;
    const effects =
      'no dues are owed for these months, visits do not count, and nothing is reimbursed for them.';
    expect(noticeOn('2026-11-30')).toBe(
      `Your membership will be paused from 12/01/2026 through 01/31/2027. Visits before the pause count. During it, ${effects}`,
    );
    expect(noticeOn('2026-12-01')).toBe(
      `Your membership is paused through 01/31/2027. ${effects.replace(/^n/, 'N')}`,
    );
    expect(noticeOn('2027-01-31')).toContain('is paused through 01/31/2027');
    expect([noticeOn('2027-02-01'), at('2026-11-30').holdNotice]).toEqual([null, null]);
    expect(at('2026-12-01', { member: december, program: paid }).holdNotice).toBe(
      'Your membership is paused through 01/31/2027. Visits do not count.',
    );
  });

  it('agrees with money of the months before, which moves during a pause', () => {
    const day = '2026-12-05';
    const announced = { amount: 30_00, from: '2026-12-09', until: '2026-12-16', sentOn: '2026-12-02' };
    const dues = {
      paymentTypeId: 6,
      periodId: '202611',
      status: 0,
      amountToBeSent: 30_00,
      announced,
    } as const;
    const { nextWithdrawal, holdNotice } = at(day, { member: december, payments: [dues] });
    expect(nextWithdrawal).toMatchObject({ date: '2026-12-09', amount: 30_00 });
    const { nextReimbursement } = at(day, { member: december, visits: { 202611: 12 } });
    expect(nextReimbursement).toMatchObject({ date: '2026-12-28', amount: 25_00 });
    expect(holdNotice).toBe(
      'Your membership is paused through 01/31/2027. No dues are owed for these months, visits do not count, and nothing is reimbursed for them.',
    );
  });

  it('promises no day for visits during a hold without an end, whatever pause is planned', () => {
    const holds = [...december.holds, { from: '2026-11-23', to: null }];
    const { current } = at('2026-11-25', { member: { invitationStatus: 7, holds } });
    expect(current?.message).toBe('0 of 12 visits. Visits count again once your membership is active again');
  });

  it('names dues and reimbursements only with terms of its months that have them', () => {
    const first = { ...monthlyTerms.parse({ ...program }), savedOn: '2026-09-01' };
    const free = { memberDuesAmount: 0, memberReimbursementTypeId: 10 as const };
    const from = (fromPeriod: string) => ({
      versions: [
        { ...first, number: 1, fromPeriod: '202609' },
        { ...first, ...free, number: 2, fromPeriod },
      ],
    });
    const noticeOn = (day: string, fromPeriod: string, of: Partial<Member> = december) =>
      at(day, { member: of, program: from(fromPeriod) }).holdNotice;
    expect(noticeOn('2026-11-30', '202612')).toContain('During it, visits do not count.');
    expect(noticeOn('2026-12-01', '202612')).toContain('Visits do not count.');
    expect(noticeOn('2026-11-30', '202701')).toContain('o dues are owed for these months');
    // the rest of a pause, and the months up to the end of the membership
    expect(noticeOn('2027-01-05', '202701')).toContain('Visits do not count.');
    expect(noticeOn('2026-11-30', '202702')).toContain('o dues are owed for these months');
    // the page and the email of the pause say the same
    const of = { member: member(), after: member(december), program: { ...program, ...from('202612') } };
    const none = { open: [], refunded: [] };
    const noMoney = { paysDues: false, isReimbursed: false };
    expect(pauseEffectOf({ ...of, today: '2026-11-30' }, none)).toMatchObject(noMoney);
    const resumed = { ...of, member: of.after, after: of.member, today: '2026-12-05' };
    expect(resumeEffectOf(resumed, { refunds: [], settled: [] })).toMatchObject(noMoney);
    const hold = { invitationStatus: 7 as const, holds: [{ from: '2026-12-03', to: null }] };
    // reimbursements of the months before the hold still wait
    const waiting = noticeOn('2026-12-04', '202612', hold);
    expect(waiting).toContain('do not count. Reimbursements wait until');
    expect(waiting).not.toMatch(/dues/i);
    expect(noticeOn('2027-01-04', '202701', hold)).toContain('Dues and reimbursements wait');
  });

  it('of a suspended member gives the suspension first, and nothing that the suspension contradicts', () => {
    const noticeOn = (day: string) => at(day, { member: { ...december, invitationStatus: 5 } }).holdNotice;
    const suspended = 'Your membership is suspended until the billing info is updated.';
    expect(noticeOn('2026-11-22')).toBe(
      `${suspended} A pause is planned from 12/01/2026 through 01/31/2027.`,
    );
    expect(noticeOn('2026-12-22')).toBe(`${suspended} It is also paused through 01/31/2027.`);
    expect(noticeOn('2027-02-01')).toBeNull();
  });

  it('is not announced beyond the end of the membership', () => {
    const endingOn = (leavingOn: string) => ({ ...december, leavingOn });
    expect(at('2026-11-22', { member: endingOn('2026-12-01') }).holdNotice).toBeNull();
    expect(at('2026-12-03', { member: endingOn('2027-01-01') })).toMatchObject({
      holdNotice: expect.stringContaining('is paused through 12/31/2026'),
      current: { message: '0 of 12 visits. Visits do not count until the membership ends' },
    });
  });

  it('distinguishes the visits before a hold, which count, from the check-ins during it', () => {
    expect(at('2026-11-22', { member: held }).holdNotice).toBe(
      'Your membership has been on hold since 11/20/2026. Earlier visits count. Check-ins during the hold are stored but do not count. Dues and reimbursements wait until the membership is active again. Dues of months that are on hold throughout are not collected. To resume it, contact us or your employer or insurer.',
    );
    expect(at('2026-11-22', { member: held, program: paid }).holdNotice).not.toContain('wait');
  });

  it('promises no days for visits that do not count', () => {
    const messageOn = (day: string, member: Partial<Member>, visits = 7) =>
      at(day, { member, visits: { 202611: visits, 202612: visits } }).current?.message;
    expect(messageOn('2026-11-22', held)).toBe(
      '7 of 12 visits. Visits count again once your membership is active again',
    );
    expect(messageOn('2026-12-03', december, 0)).toBe('0 of 12 visits. Visits count again from 02/01/2027');
    expect(messageOn('2026-11-22', december)).toBe('7 of 12 visits, 9 days left, pays after 12/25/2026');
    expect(messageOn('2026-11-22', held, 12)).toContain('Goal reached');
    expect(at('2026-12-03', { member: held, visits: { 202611: 10 } }).previous?.message).toBe(
      '2 short, 10 of 12 visits',
    );
  });
});

describe('the next withdrawal', () => {
  it('is on the 1st or the next banking day, and is what was generated', () => {
    const date = '2026-12-01';
    expect(at('2026-11-22').nextWithdrawal).toEqual({
      isRetry: false,
      date,
      isEarliest: false,
      amount: 30_00,
      periodId: '202612',
      stopUntil: '2026-11-25',
    });
    const dues = { paymentTypeId: 6, periodId: '202612', status: 0 as const, amountToBeSent: 28_00 };
    expect(at('2026-11-27', { payments: [dues] }).nextWithdrawal?.amount).toBe(28_00);
    // new year's day is a holiday, and a weekend follows
    expect(at('2026-12-22').nextWithdrawal?.date).toBe('2027-01-04');
  });
  it('is the first day that the notice allows for dues that missed theirs', () => {
    const dues = { paymentTypeId: 6, periodId: '202611', status: 0 as const, amountToBeSent: 10_00 };
    expect(at('2026-11-20', { payments: [dues] }).nextWithdrawal).toEqual({
      isRetry: false,
      date: '2026-11-27',
      isEarliest: true,
      amount: 10_00,
      periodId: '202611',
      stopUntil: '2026-11-23',
    });
    const announced = { amount: 10_00, from: '2026-11-24', until: '2026-12-02', sentOn: '2026-11-17' };
    const told = at('2026-11-20', { payments: [{ ...dues, announced }] }).nextWithdrawal;
    expect([told?.date, told?.stopUntil]).toEqual(['2026-11-24', null]);
    const inFile = at('2026-11-20', { payments: [{ ...dues, bankFileId: 'F1' }] }).nextWithdrawal;
    expect(inFile?.stopUntil).toBeNull();
  });
  it.each([
    ['202612', '2026-11-27T15:00:00Z', '2026-11-28', { date: '2026-12-01', isEarliest: false }],
    ['202611', '2026-11-28T04:05:00Z', '2026-11-27', { date: '2026-11-30', isEarliest: true }],
  ])('is what the bank has for %s until it can be withdrawn', (periodId, sentAt, today, day) => {
    const sent = { paymentTypeId: 6, periodId, amountToBeSent: 24_00, statusAt: sentAt };
    for (const status of [1, 2] as const) {
      const paid = { payments: [{ ...sent, status }], program: { memberDuesAmount: 24_00 } };
      expect(at(today, paid).nextWithdrawal).toEqual({
        ...day,
        amount: 24_00,
        periodId,
        isRetry: false,
        stopUntil: null,
      });
      const after = at(addDays(day.date, 1), paid).withdrawals;
      expect(after.filter((withdrawal) => withdrawal.periodId === periodId)).toEqual([]);
    }
  });

  it('is followed by those of all open dues, but not of dues that wait for the first ones', () => {
    const open = (periodId: string) => ({
      paymentTypeId: 6,
      periodId,
      status: 0 as const,
      amountToBeSent: 30_00,
    });
    // those of October waited for the end of a hold
    const payments = [open('202611'), open('202610')];
    const periods = (given: Given) => at('2026-11-20', given).withdrawals.map(({ periodId }) => periodId);
    expect(periods({ payments })).toEqual(['202610', '202611']);
    const waiting = { invitationStatus: 3, activatedOn: null } as const;
    const first = open('202609');
    expect(periods({ payments: [...payments, first], member: waiting })).toEqual(['202609']);
    const canceled = { ...first, status: 4 as const };
    expect(periods({ payments: [...payments, canceled], member: waiting })).toEqual([]);
    expect(periods({ payments: [canceled], member: waiting })).toEqual([]);
  });

  it('is a retry of returned dues, before the dues of the next month', () => {
    const sentAt = '2026-11-02T15:00:00Z';
    const returnedBy = (code: string) => ({
      paymentTypeId: 6,
      periodId: '202611',
      status: 3 as const,
      amountToBeSent: 30_00,
      attempts: [{ bankFileId: 'F1', trace: '1', at: sentAt, amount: 30_00, returned: { at: sentAt, code } }],
    });
    const account = { changedAt: '2026-09-05T15:00:00Z' };
    expect(at('2026-11-20', { payments: [returnedBy('R01')], account }).withdrawals).toMatchObject([
      { isRetry: true, date: '2026-11-23', isEarliest: true, periodId: '202611', stopUntil: '2026-11-20' },
      { isRetry: false, date: '2026-12-01', periodId: '202612' },
    ]);
    for (const code of ['R02', 'R07'])
      expect(at('2026-11-20', { payments: [returnedBy(code)], account }).withdrawals).toMatchObject([
        { isRetry: false, periodId: '202612' },
      ]);
    const refund = { paymentTypeId: 7, periodId: '202611', status: 0 as const, amountToBeSent: 30_00 };
    const dues = returnedBy('R01');
    const payments = [
      dues,
      { ...refund, id: duesPaidBackId(somePayment<'member'>({ ...memberDues, ...dues })) },
    ];
    expect(at('2026-11-20', { payments, account }).withdrawals).toMatchObject([{ isRetry: false }]);
  });
  it('is none for members who are suspended or on hold, leave before it, or pay nothing', () => {
    expect(at('2026-11-22', { member: { invitationStatus: 5 } }).nextWithdrawal).toBeNull();
    expect(at('2026-11-22', { member: { invitationStatus: 7 } }).nextWithdrawal).toBeNull();
    expect(at('2026-11-22', { member: { leavingOn: '2026-12-01' } }).nextWithdrawal).toBeNull();
    expect(at('2026-11-22', { program: { programPaymentTypeId: 1 } }).nextWithdrawal).toBeNull();
  });
});

describe('the next reimbursement', () => {
  it('is the oldest on its way, else that of a month that is reached', () => {
    const october = {
      paymentTypeId: 7,
      periodId: '202610',
      status: 0 as const,
      amountToBeSent: 25_00,
      payeeToken: 'payee',
    };
    expect(at('2026-11-22', { payments: [october] }).nextReimbursement).toEqual({
      date: '2026-11-27',
      isEarliest: false,
      amount: 25_00,
      isDuesPaidBack: false,
    });
    expect(at('2026-11-22', { visits: { 202611: 12 } }).nextReimbursement?.date).toBe('2026-12-28');
    expect(at('2026-11-22', { visits: { 202611: 11 } }).nextReimbursement).toBeNull();
  });

  it('is not hidden by the refund of later dues, which follows under its own name', () => {
    const dues = { paymentTypeId: 6, periodId: '202612', status: 1 as const, amountToBeSent: 24_00 };
    const refund = {
      paymentTypeId: 7,
      periodId: '202612',
      status: 0 as const,
      amountToBeSent: 24_00,
      payeeToken: 'payee',
      reason: { rule: 'dues paid back 1', steps: [] },
    };
    const leaving = { member: { leavingOn: '2026-12-01' }, payments: [dues, refund] };
    expect(at('2026-11-27', { ...leaving, visits: { 202611: 12 } }).nextReimbursement).toMatchObject({
      date: '2026-12-28',
      amount: 25_00,
      isDuesPaidBack: false,
    });
    expect(at('2026-11-27', leaving).nextReimbursement).toMatchObject({
      date: '2027-01-26',
      amount: 24_00,
      isDuesPaidBack: true,
    });
    // returned dues are not refunded
    const payments = [{ ...dues, status: 3 as const }, refund];
    expect(at('2026-11-27', { ...leaving, payments }).nextReimbursement).toBeNull();
  });
});
