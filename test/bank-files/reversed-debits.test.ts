import { beforeAll, describe, expect, it } from 'vitest';
import { announceWithdrawalsHandler as announceWithdrawals } from '../../functions/accounts/handlers/withdrawals.ts';
import { loadBankAccount } from '../../functions/bank-accounts/account-read-store.ts';
import { loadBankFile } from '../../functions/bank-files/store.ts';
import { enrollmentChange, loadMember, memberChange } from '../../functions/members/store.ts';
import { paymentChange, paymentReplaced } from '../../functions/payments/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { keys } from '../../functions/table/keys.ts';
import { transact } from '../../functions/table/transact.ts';
import type { User } from '../../functions/users/user.ts';
import {
  addBankingDays,
  addDays,
  dateInChicago,
  nextPeriod,
  periodStart,
  type PeriodId,
} from '../../shared/calendar.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { payments } from '../../shared/contracts/payments.ts';
import type { Member } from '../../shared/members/member.ts';
import { duesPaidBack, duesPaidBackId } from '../../shared/payments/dues-paid-back.ts';
import { proveMonth } from '../ledger/prove.ts';
import { enrolled } from '../payments/facilities.ts';
import { setTerms } from '../payments/paycheck.ts';
import { call } from '../support/call.ts';
import { defined } from '../support/defined.ts';
import { runJob } from '../support/jobs.ts';
import { active, addDues, filterOf, memberRuns, stored, testDues } from './member-runs.ts';
import type { Reply } from '../../infra/local/bank/reply-file.ts';
import { erasedMember } from '../../shared/privacy/erased-member.ts';
import { fileFromBank, receiveAndProcess, replies } from './received.ts';
import { finishEverything, outboxText, pin, setClock, useTwoAdministrators } from './runs.ts';

const [world, second] = useTwoAdministrators();
beforeAll(() =>
  setTerms('2', {
    programPaymentTypeId: 2,
    memberDuesAmount: 30_00,
    memberReimbursementAmount: 25_00,
    numberOfVisitsToReimburse: 1,
    memberReimbursementTypeId: 4,
  }),
);
const { check, sendAll, returnAll } = memberRuns(() => world.admin);

let month: PeriodId = '203201';
/** Sends the dues of a new member, and reverses them. */
async function withReversedDues(
  id: string,
  memberFields: (month: PeriodId) => Partial<Member> = () => active,
) {
  month = nextPeriod(nextPeriod(month));
  setClock(`${periodStart(month).slice(0, 8)}03T15:00:00Z`);
  const member = { ...memberFields(month), facilityId: '4100', depositPayeeToken: `payee-${id}` };
  const dues = await testDues(id, month, member);
  const from = member.startsOn ?? active.startsOn;
  await transact(...enrollmentChange(null, enrolled(id, '2', '4100', { from })));
  const { text, fileId } = await sendAll(filterOf(6, month));
  const body = { reason: 'amount', note: 'The wrong amount was sent.', pin };
  const reverse = (admin: User) =>
    call(bankFiles.reverseFile, admin, { params: { bankFileId: fileId }, body });
  await reverse(world.admin);
  const { bankFileId } = (await reverse(second)).body;
  await finishEverything();
  expect(await stored(dues.id)).toMatchObject({ status: 4 });
  return { dues, text, reversal: await loadBankFile(defined(bankFileId)) };
}

/** Returns why the dues of the next month are not sent. */
async function reasonsOfNextMonth(id: string): Promise<string[]> {
  const next = nextPeriod(month);
  await addDues(id, next);
  setClock(`${periodStart(next).slice(0, 8)}03T15:00:00Z`);
  return (await check(filterOf(6, next))).excluded.map(({ reason }) => reason);
}

async function payAgain(id: string): Promise<void> {
  const request = async (admin: User, body: object) => {
    const { version } = defined(await stored(id));
    return call(payments.payAgain, admin, { params: { paymentId: id }, body: { version, ...body } });
  };
  expect((await request(world.admin, { reason: 'Reversed by mistake.' })).status).toBe(200);
  expect((await request(second, {})).body).toMatchObject({ approved: true });
}

const enrolledIn = (period: PeriodId) => {
  const firstDay = `${periodStart(period).slice(0, 8)}02`;
  return { invitationStatus: 3, enrolledOn: firstDay, startsOn: firstDay, activatedOn: null } as const;
};

async function decide(id: string, decision: 'cancel' | 'markSentExternally'): Promise<void> {
  const { version } = defined(await stored(id));
  const body = { decision, reason: 'Decided by hand.', payments: [{ paymentId: id, version }] };
  expect((await call(payments.changeStatus, world.admin, { body })).body).toMatchObject({ changed: 1 });
}

/** Generates the reimbursements of the month on the 9th of the next month; a visit is counted. */
async function generateReimbursements(memberId: string): Promise<string> {
  await transact({ count: keys.monthlyVisits(memberId, month), by: 1 });
  setClock(`${periodStart(nextPeriod(month)).slice(0, 8)}09T15:00:00Z`);
  const body = { programTypeID: 2, paymentTypeID: 7, partnerID: '2', periodID: month };
  await runJob((await call(payments.generateMemberPayments, world.admin, { body })).body.jobId);
  setClock(`${periodStart(nextPeriod(month)).slice(0, 8)}22T15:00:00Z`);
  return `M-2-7-2-${memberId}-${month}`;
}

const findingsOf = async (periods: PeriodId[]): Promise<unknown[]> => {
  const proofs = await Promise.all([...new Set(periods)].map((period) => proveMonth(world.admin, period)));
  return proofs.flatMap(({ rows }) =>
    (rows as { findings: unknown[] }[]).flatMap(({ findings }) => findings),
  );
};

describe('dues whose reversal comes back', () => {
  it('are collected, so the reimbursement of the month is paid', async () => {
    const { dues, reversal } = await withReversedDues('Y1');
    const reimbursementId = await generateReimbursements('Y1');
    expect(await check(filterOf(7, month))).toMatchObject({ paymentCount: 0 });
    const { entries } = await returnAll(await outboxText(reversal.name), 'R23');
    expect(entries).toMatchObject([{ status: 'case', reason: expect.stringContaining('is completed') }]);
    expect(await stored(dues.id)).toMatchObject({ status: 5, attempts: [{ returned: null }] });
    await sendAll(filterOf(7, month));
    expect(await stored(reimbursementId)).toMatchObject({ status: 2 });
    expect(await findingsOf([month])).toEqual([]);
  });

  it('activate the membership from its first day if they are the first ones', async () => {
    const { dues, reversal } = await withReversedDues('Y2', enrolledIn);
    expect(await loadMember('Y2')).toMatchObject({ invitationStatus: 3, firstDuesReturned: true });
    const reimbursementId = await generateReimbursements('Y2');
    await returnAll(await outboxText(reversal.name), 'R23');
    const { startsOn } = enrolledIn(month);
    expect(await loadMember('Y2')).toMatchObject({
      invitationStatus: 4,
      firstDuesReturned: false,
      activatedOn: startsOn,
    });
    await sendAll(filterOf(7, month));
    expect(await stored(reimbursementId)).toMatchObject({ status: 2 });
    expect((await stored(dues.id))?.status).toBe(5);
    expect(await findingsOf([month])).toEqual([]);
  });

  it('activate the membership although its account is closed, so later dues wait', async () => {
    const { reversal } = await withReversedDues('Y3', enrolledIn);
    await returnAll(await outboxText(reversal.name), 'R02');
    expect(await loadMember('Y3')).toMatchObject({
      invitationStatus: 4,
      firstDuesReturned: false,
      accountInvalidatedOn: expect.any(String),
    });
    expect(await reasonsOfNextMonth('Y3')).toEqual([expect.stringContaining('new bank details')]);
  });

  it('are uncollected again after the first debit is returned as well', async () => {
    const { dues, text, reversal } = await withReversedDues('Y4', enrolledIn);
    await returnAll(await outboxText(reversal.name), 'R23');
    await returnAll(text, 'R10');
    expect(await stored(dues.id)).toMatchObject({ status: 3, attempts: [{ returned: { code: 'R10' } }] });
    expect(await loadMember('Y4')).toMatchObject({ invitationStatus: 3, firstDuesReturned: true });
    expect(await findingsOf([month])).toEqual([]);
  });

  it('are not withdrawn a second time after they were to be paid again', async () => {
    const { dues, reversal } = await withReversedDues('Y5', enrolledIn);
    setClock(`${addDays(addBankingDays(reversal.effectiveDate, 2), 1)}T15:00:00Z`);
    await payAgain(dues.id);
    await returnAll(await outboxText(reversal.name), 'R23');
    expect(await stored(dues.id)).toMatchObject({ status: 5, attempts: [{ returned: null }] });
    expect(await loadMember('Y5')).toMatchObject({ invitationStatus: 4 });
    expect(await check(filterOf(6, month))).toMatchObject({ paymentCount: 0 });
    expect(await findingsOf([month])).toEqual([]);
  });

  it('stay a case after they were withdrawn again', async () => {
    const { dues, reversal } = await withReversedDues('Y6');
    setClock(`${addDays(addBankingDays(reversal.effectiveDate, 2), 1)}T15:00:00Z`);
    await payAgain(dues.id);
    await sendAll(filterOf(6, month));
    const { entries } = await returnAll(await outboxText(reversal.name), 'R23');
    expect(entries).toMatchObject([{ reason: expect.stringContaining('Reverse the second payment.') }]);
    expect(await stored(dues.id)).toMatchObject({ status: 2, attempts: [{}, {}] });
  });

  it('are refunded if the member left before the first day of access', async () => {
    const { dues, reversal } = await withReversedDues('Y7', enrolledIn);
    const member = await loadMember('Y7');
    const leavingOn = member.startsOn ?? '';
    await transact(...memberChange(member, { ...member, invitationStatus: 8, leavingOn }));
    await returnAll(await outboxText(reversal.name), 'R23');
    expect(await stored(dues.id)).toMatchObject({ status: 5 });
    expect(await stored(duesPaidBackId(dues))).toMatchObject({ status: 0, amountToBeSent: 30_00 });
    expect(await findingsOf([month])).toEqual([]);
  });

  it('restore the reimbursements of an ended membership, and the dues of later months', async () => {
    const { reversal } = await withReversedDues('Y9', enrolledIn);
    const first = month;
    const reimbursementId = await generateReimbursements('Y9');
    const params = { groupMembershipEnrollmentID: 'Y9', programPaymentTypeID: 2 };
    expect((await call(employees.deleteEnrollment, world.admin, { params })).status).toBe(200);
    expect(await loadMember('Y9')).toMatchObject({ invitationStatus: 8, firstDuesReturned: true });
    expect(await stored(reimbursementId)).toMatchObject({ status: 4, amountToBeSent: 25_00 });
    // the month of the end is generated without a reimbursement
    month = nextPeriod(month);
    const lastId = await generateReimbursements('Y9');
    expect(await stored(lastId)).toBeUndefined();
    const { entries } = await returnAll(await outboxText(reversal.name), 'R23');
    expect(entries).toMatchObject([{ reason: expect.stringContaining('Reimbursements') }]);
    expect(entries).toMatchObject([{ reason: expect.stringContaining('Dues of other months') }]);
    expect(await loadMember('Y9')).toMatchObject({ invitationStatus: 8, firstDuesReturned: false });
    // the dues of the month of the end are owed again
    const later = defined(await stored(`M-2-6-2-Y9-${month}`));
    expect(later).toMatchObject({ status: 0, amountToBeSent: 30_00 });
    expect((await check(filterOf(7, month))).excluded).toMatchObject([
      { reason: expect.stringContaining('dues of this month are not collected') },
    ]);
    const day = addDays(dateInChicago(now()), 1);
    setClock(`${day}T09:00:00Z`);
    await announceWithdrawals({ time: `${day}T09:00:00Z` });
    await runJob(`withdrawal-notices-${day}`);
    setClock(`${addBankingDays(dateInChicago(now()), 8)}T15:00:00Z`);
    await sendAll(filterOf(6, month));
    expect(await stored(later.id)).toMatchObject({ status: 2 });
    for (const [id, period] of [
      [reimbursementId, first],
      [lastId, month],
    ] as const) {
      expect(await stored(id)).toMatchObject({ status: 0, amountToBeSent: 25_00 });
      setClock(`${addBankingDays(dateInChicago(now()), 8)}T15:00:00Z`);
      await sendAll(filterOf(7, period));
      expect(await stored(id)).toMatchObject({ status: 2 });
    }
    expect(await findingsOf([first, month])).toEqual([]);
  });

  it.each([
    { id: 'YA', memberReimbursementTypeId: 4, status: 0 },
    { id: 'YB', memberReimbursementTypeId: 8, status: 6 },
  ] as const)('reimburse until the first debit is returned as well ($status)', async (row) => {
    const { id, memberReimbursementTypeId, status } = row;
    await setTerms('2', { memberReimbursementTypeId });
    const { text, reversal } = await withReversedDues(id, enrolledIn);
    const reimbursementId = await generateReimbursements(id);
    expect(await stored(reimbursementId)).toMatchObject({ status: 0 });
    const params = { groupMembershipEnrollmentID: id, programPaymentTypeID: 2 };
    await call(employees.deleteEnrollment, world.admin, { params });
    for (const [file, code, after] of [
      [await outboxText(reversal.name), 'R23', status],
      [text, 'R10', 4],
    ] as const) {
      await returnAll(file, code);
      expect(await stored(reimbursementId)).toMatchObject({ status: after, amountToBeSent: 25_00 });
    }
    await setTerms('2', { memberReimbursementTypeId: 4 });
  });

  it.each([
    { id: 'Y8', how: 'keep the later dues of a former member, which were to be refunded', status: 4 },
    { id: 'YE', how: 'refund later dues of a stopped withdrawal', status: 0 },
  ])('$how', async ({ id, how, status }) => {
    const { dues, reversal } = await withReversedDues(id, enrolledIn);
    const later = await addDues(id, nextPeriod(month));
    const version = defined(await stored(later.id)).version;
    const before = { ...later, version };
    const sentLater = { ...before, status: 5, statusAt: now().toISOString() } as const;
    const cause = how.includes('stopped') ? 'stop' : 'departure';
    const refund = duesPaidBack(sentLater, `${cause} ${id}`, now().toISOString(), 'the reason');
    await transact(...paymentReplaced(before, sentLater), ...paymentChange(null, refund));
    const member = await loadMember(id);
    const leavingOn = periodStart(nextPeriod(nextPeriod(month)));
    await transact(...memberChange(member, { ...member, invitationStatus: 8, leavingOn }));
    const { entries } = await returnAll(await outboxText(reversal.name), 'R23');
    expect(entries).toMatchObject([{ reason: expect.not.stringContaining('Reimbursements') }]);
    expect(await stored(refund.id)).toMatchObject({ status });
    expect(await stored(dues.id)).toMatchObject({ status: 5 });
    expect(await loadMember(id)).toMatchObject({ invitationStatus: 8, firstDuesReturned: false });
  });
});

describe('a membership with first dues that were reversed before its end', () => {
  /** The member left in the next month; the reimbursements of both months are not made. */
  async function leaver(id: string) {
    const { dues, text, reversal } = await withReversedDues(id, enrolledIn);
    const first = month;
    const reimbursementId = await generateReimbursements(id);
    const params = { groupMembershipEnrollmentID: id, programPaymentTypeID: 2 };
    expect((await call(employees.deleteEnrollment, world.admin, { params })).status).toBe(200);
    month = nextPeriod(month);
    const laterReimbursementId = await generateReimbursements(id);
    const laterId = `M-2-6-2-${id}-${month}`;
    return {
      dues,
      text,
      reversal: await outboxText(reversal.name),
      first,
      reimbursementId,
      laterReimbursementId,
      laterId,
    };
  }
  const statusesOf = async (...ids: string[]) =>
    Promise.all(ids.map(async (id) => (await stored(id))?.status));
  const receiveReturns = (...answers: Reply[]) => receiveAndProcess(world.admin, fileFromBank(answers));

  it.each([
    ['YF', 'reversal first'],
    ['YG', 'debit first'],
  ])('%s: owes nothing after one file returns the reversal and the debit, %s', async (id, order) => {
    const { dues, text, reversal, reimbursementId, laterReimbursementId, laterId } = await leaver(id);
    const answers = [...replies(reversal, ['R23']), ...replies(text, ['R10'])];
    await receiveReturns(...(order === 'debit first' ? answers.toReversed() : answers));
    expect([3, 4]).toContain((await stored(dues.id))?.status);
    expect(await loadMember(id)).toMatchObject({ invitationStatus: 8, firstDuesReturned: true });
    const statuses = await statusesOf(reimbursementId, laterReimbursementId, laterId);
    for (const status of statuses) expect([4, undefined]).toContain(status);
  });

  it('reimburses the later month after its dues are paid outside the portal', async () => {
    const { reversal, reimbursementId, laterReimbursementId, laterId, first } = await leaver('YH');
    await returnAll(reversal, 'R23');
    expect(await statusesOf(reimbursementId, laterReimbursementId, laterId)).toEqual([0, 0, 0]);
    await decide(laterId, 'markSentExternally');
    for (const period of [first, month]) {
      setClock(`${addBankingDays(dateInChicago(now()), 8)}T15:00:00Z`);
      await sendAll(filterOf(7, period));
    }
    expect(await statusesOf(reimbursementId, laterReimbursementId, laterId)).toEqual([2, 2, 6]);
    expect(await findingsOf([first, month])).toEqual([]);
  });

  it('does not reimburse the later month after its dues are canceled', async () => {
    const { reversal, laterReimbursementId, laterId } = await leaver('YI');
    await returnAll(reversal, 'R23');
    await decide(laterId, 'cancel');
    expect(await statusesOf(laterReimbursementId, laterId)).toEqual([4, 4]);
    await payAgain(laterId);
    expect((await check(filterOf(6, month))).excluded).toMatchObject([
      { reason: expect.stringContaining('notified by email') },
    ]);
  });

  it.each(['R02', 'R23'])(
    'is debited for the later month only if the account can be used (%s)',
    async (code) => {
      const id = `YJ-${code}`;
      const { reversal, laterReimbursementId, laterId } = await leaver(id);
      await returnAll(reversal, code);
      expect(await statusesOf(laterReimbursementId, laterId)).toEqual([0, 0]);
      const { excluded } = await check(filterOf(6, month));
      expect(excluded).toMatchObject([
        { reason: expect.stringContaining(code === 'R02' ? 'bank details' : 'notified by email') },
      ]);
      expect((await check(filterOf(7, month))).paymentCount).toBe(0);
    },
  );

  it('has no debit without an account after the erasure', async () => {
    const { reversal, laterReimbursementId, laterId } = await leaver('YK');
    const before = await loadMember('YK');
    await transact(
      ...memberChange(before, {
        ...erasedMember(before),
        withdrawalPayeeToken: null,
        depositPayeeToken: null,
      }),
    );
    await returnAll(reversal, 'R23');
    expect(await statusesOf(laterReimbursementId, laterId)).toEqual([0, 0]);
    expect((await check(filterOf(6, month))).paymentCount).toBe(0);
    expect((await check(filterOf(7, month))).paymentCount).toBe(0);
  });

  it('is counted once in the totals of the lists', async () => {
    const { reversal } = await leaver('YL');
    await returnAll(reversal, 'R23');
    for (const [paymentTypeID, total] of [
      [6, 30],
      [7, 25],
    ]) {
      const query = { programTypeID: 2, paymentTypeID, partnerID: '2', periodID: month };
      const { body } = await call(payments.listMemberPayments, world.admin, { query });
      expect(body).toMatchObject({ totalPaymentsAmount: total });
    }
  });
});

describe('refunded first dues after the reversal comes back', () => {
  it.each([
    ['YC', 'activate the membership if the refund is canceled by hand', 4, 4],
    ['YD', 'do not if the refund is open', 0, 3],
  ] as const)('%s: %s', async (id, _, status, invitationStatus) => {
    const { dues, reversal } = await withReversedDues(id, enrolledIn);
    const refund = duesPaidBack(
      dues,
      `stop ${id}`,
      now().toISOString(),
      'The member stopped this withdrawal.',
    );
    await transact(...paymentChange(null, { ...refund, status }));
    await returnAll(await outboxText(reversal.name), 'R23');
    expect(await stored(dues.id)).toMatchObject({ status: 5 });
    expect(await loadMember(id)).toMatchObject({ invitationStatus });
  });
});

describe('the account of a reversed debit', () => {
  it('is not debited after the debit is also returned', async () => {
    const { dues, text } = await withReversedDues('Z1');
    await returnAll(text, 'R02');
    expect(await loadBankAccount(defined(dues.payeeToken))).toMatchObject({ held: { code: 'R02' } });
    expect(await loadMember('Z1')).toMatchObject({ invitationStatus: 5 });
    expect(await reasonsOfNextMonth('Z1')).toEqual([expect.stringContaining('new bank details')]);
  });

  it('is not debited after the reversal could not be credited', async () => {
    const { reversal } = await withReversedDues('Z2');
    await returnAll(await outboxText(reversal.name), 'R02');
    expect(await reasonsOfNextMonth('Z2')).toEqual([expect.stringContaining('new bank details')]);
  });

  it('is not debited after a return that arrives when the payment was sent again', async () => {
    const { dues, text, reversal } = await withReversedDues('Z3');
    setClock(`${addDays(addBankingDays(reversal.effectiveDate, 2), 1)}T15:00:00Z`);
    await payAgain(dues.id);
    await sendAll(filterOf(6, month));
    const { entries } = await returnAll(text, 'R10');
    expect(entries).toMatchObject([{ status: 'case', reason: expect.stringContaining('R62') }]);
    expect(await stored(dues.id)).toMatchObject({
      status: 2,
      attempts: [{ returned: { code: 'R10' } }, { returned: null }],
    });
    const { rows } = await proveMonth(world.admin, month);
    expect(
      (rows as { findings: { paymentId: string }[] }[]).flatMap(({ findings }) => findings),
    ).toMatchObject([
      { paymentId: dues.id, problem: 'It was reversed and also returned, so it was paid back twice.' },
    ]);
    expect(await reasonsOfNextMonth('Z3')).toEqual([expect.stringContaining('not authorized (R10)')]);
  });
});
