import { beforeAll, describe, expect, it } from 'vitest';
import { loadBankFile } from '../../functions/bank-files/store.ts';
import { loadMember } from '../../functions/members/store.ts';
import { findRequest } from '../../functions/members/request-store.ts';
import { loadPayments, paymentChange } from '../../functions/payments/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { acknowledgementFile, entriesOf } from '../../infra/local/bank/reply-file.ts';
import { addPeriods, nextPeriod, periodStart, type PeriodId } from '../../shared/calendar.ts';
import { accounts } from '../../shared/contracts/accounts.ts';
import { approvals } from '../../shared/contracts/approvals.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { members } from '../../shared/contracts/members.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { memberDues, type MemberPayment } from '../../shared/payments/payment.ts';
import { wasPaid } from '../../shared/payments/refund.ts';
import type { User } from '../../functions/users/user.ts';
import { typedAccount } from '../accounts/examples.ts';
import { addDues, filterOf, memberRuns, stored } from '../bank-files/member-runs.ts';
import { fileFromBank, receiveAndProcess, replies } from '../bank-files/received.ts';
import {
  finishEverything,
  outboxNames,
  outboxText,
  pin,
  setClock,
  useTwoAdministrators,
} from '../bank-files/runs.ts';
import { proveMonth } from '../ledger/prove.ts';
import { setTerms } from '../payments/paycheck.ts';
import { payrollOf } from '../payments/payroll-of.ts';
import { call } from '../support/call.ts';
import { defined } from '../support/defined.ts';
import { runJob, waitingJobs } from '../support/jobs.ts';
import { emailsTo } from '../support/mailbox.ts';
import { addSigned } from './written-notices.ts';

const [world, second] = useTwoAdministrators();
beforeAll(() => setTerms('2', { programPaymentTypeId: 2, memberDuesAmount: 30_00 }));
const { check, confirm, sendAll, settle } = memberRuns(() => world.admin);

/** Traces that the bank returned. */
const returnedTraces = new Set<string>();
async function returnAll(text: string, code: string, corrected?: string) {
  if (!code.startsWith('C')) for (const { entry } of entriesOf(text)) returnedTraces.add(entry.trace);
  return receiveAndProcess(world.admin, fileFromBank(replies(text, [code], corrected)));
}

let month: PeriodId = '205401';
const dayOf = (periodId: PeriodId, day: string) => `${periodStart(periodId).slice(0, 8)}${day}`;

interface Signed {
  id: string;
  user: User;
  periodId: PeriodId;
  duesId: string;
  refundId: string;
  refunds: ReturnType<typeof filterOf>;
}

async function signed(id: string): Promise<Signed> {
  month = addPeriods(month, 3);
  const periodId = month;
  const user = await addSigned(id, periodId);
  const duesId = `M-2-6-2-${id}-${periodId}`;
  const refundId = `M-2-7-2-${id}-${periodId}-dues`;
  return { id, user, periodId, duesId, refundId, refunds: filterOf(7, periodId) };
}

async function cancel({ id, user }: Signed): Promise<{ refundTotal: number }> {
  const { body } = await call(members.ending, user, { query: { memberGuid: id } });
  const { kind, lastDay, refundTotal } = body.ending ?? {};
  expect(kind).toBe('cancel');
  const before = waitingJobs.length;
  const response = await call(members.end, user, {
    body: { memberGuid: id, kind, lastDay, refundTotal },
  });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  for (const job of waitingJobs.slice(before)) await runJob(job);
  return body.ending;
}

/** Sum of a member's entries in all files to the bank, in cents, without returned ones; credits are positive. */
async function bankTotal(id: string): Promise<number> {
  let total = 0;
  for (const name of await outboxNames())
    for (const { entry } of entriesOf(await outboxText(name)))
      if (
        entry.name.trim().toUpperCase() === `ANN LUND ${id}`.toUpperCase() &&
        !returnedTraces.has(entry.trace)
      )
        total += entry.amount * (entry.transactionCode % 10 === 7 ? -1 : 1);
  return total;
}

/** Sum of a member's payments that were made by the ledger, in cents; credits are positive. */
async function ledgerTotal({ id, periodId }: Signed): Promise<number> {
  const months = [periodId, nextPeriod(periodId)];
  const ids = months.flatMap((period) => [
    `M-2-6-2-${id}-${period}`,
    `M-2-7-2-${id}-${period}`,
    `M-2-7-2-${id}-${period}-dues`,
  ]);
  return (await loadPayments(ids))
    .filter(wasPaid)
    .reduce(
      (total, { amountToBeSent, paymentTypeId }) =>
        total + amountToBeSent * (paymentTypeId === memberDues ? -1 : 1),
      0,
    );
}

async function findings({ periodId }: Signed): Promise<unknown[]> {
  const { rows } = await proveMonth(world.admin, periodId);
  return (rows as { findings: unknown[] }[]).flatMap((row) => row.findings);
}

/** Asserts that the member paid and received the same amount, by the files to the bank and by the ledger. */
async function expectNothingPaid(member: Signed): Promise<void> {
  expect(await bankTotal(member.id)).toBe(0);
  expect(await ledgerTotal(member)).toBe(0);
  expect(await findings(member)).toEqual([]);
}

async function payRefund({ refunds }: Pick<Signed, 'refunds'>): Promise<string> {
  const file = await sendAll(refunds);
  await settle(file);
  return file.text;
}

const collected = async (id: string) => {
  const member = await signed(id);
  const file = await sendAll(filterOf(6, member.periodId));
  return { member, file };
};

async function reverse(fileId: string) {
  const body = { reason: 'amount', note: 'The wrong amount was sent.', pin };
  const request = (admin: User) =>
    call(bankFiles.reverseFile, admin, { params: { bankFileId: fileId }, body });
  await request(world.admin);
  const { bankFileId } = (await request(second)).body;
  await finishEverything();
  return loadBankFile(defined(bankFileId));
}

async function decide(id: string, decision: 'cancel' | 'markSentExternally') {
  const { version } = defined(await stored(id));
  const body = { decision, reason: 'Paid at the club.', payments: [{ paymentId: id, version }] };
  expect((await call(payments.changeStatus, world.admin, { body })).body).toMatchObject({ changed: 1 });
}

const statusOf = async (id: string) => (await stored(id))?.status;

describe('a cancellation within the right', () => {
  it('leaves nothing to pay for first dues that are not sent', async () => {
    const member = await signed('C1');
    await cancel(member);
    await expectNothingPaid(member);
  });

  it('leaves nothing to pay for first dues in a file that is not sent', async () => {
    const member = await signed('C2');
    const { reserve, send } = await confirm(filterOf(6, member.periodId));
    await reserve();
    await cancel(member);
    await send();
    expect(await stored(member.duesId)).toBeUndefined();
    await expectNothingPaid(member);
  });

  it('refunds sent dues after they settled', async () => {
    const { member, file } = await collected('C3');
    expect(await cancel(member)).toMatchObject({ refundTotal: 30 });
    expect(await check(member.refunds)).toMatchObject({ paymentCount: 0 });
    await settle(file);
    await payRefund(member);
    await expectNothingPaid(member);
  });

  it('refunds settled dues of two months', async () => {
    const { member, file } = await collected('C4');
    await settle(file);
    await addDues('C4', nextPeriod(member.periodId));
    expect(await cancel(member)).toMatchObject({ refundTotal: 30, notWithdrawn: 30 });
    await payRefund(member);
    await expectNothingPaid(member);
  });

  it.each(['R01', 'R10'])('owes nothing for dues that were returned before it (%s)', async (code) => {
    const { member, file } = await collected(`C5${code}`);
    await returnAll(file.text, code);
    expect(await cancel(member)).toMatchObject({ refundTotal: 0 });
    expect(await stored(member.refundId)).toBeUndefined();
    expect(await check(filterOf(6, member.periodId))).toMatchObject({ paymentCount: 0 });
    await expectNothingPaid(member);
  });

  it.each(['R01', 'R10'])('cancels the refund of dues that are returned after it (%s)', async (code) => {
    const { member, file } = await collected(`C6${code}`);
    await cancel(member);
    await returnAll(file.text, code);
    expect(await statusOf(member.refundId)).toBe(4);
    expect(await check(filterOf(6, member.periodId))).toMatchObject({ paymentCount: 0 });
    await expectNothingPaid(member);
  });

  it('opens a case for dues that are returned after their refund was paid', async () => {
    const { member, file } = await collected('C7');
    await cancel(member);
    await settle(file);
    await payRefund(member);
    const { entries } = await returnAll(file.text, 'R10');
    expect(entries[0]).toMatchObject({ status: 'case', reason: expect.stringContaining('Recover it') });
    expect(await bankTotal('C7')).toBe(30_00);
    expect(await findings(member)).toMatchObject([{ paymentId: member.refundId }]);
  });

  it('owes nothing for dues that were reversed before it', async () => {
    const { member, file } = await collected('C8');
    await reverse(file.fileId);
    expect(await cancel(member)).toMatchObject({ refundTotal: 0 });
    await expectNothingPaid(member);
  });

  it('refunds nothing for dues that are reversed after it', async () => {
    const { member, file } = await collected('C9');
    await cancel(member);
    await reverse(file.fileId);
    await settle(file);
    expect((await stored(member.refundId))?.status).not.toBe(2);
    expect(await check(member.refunds)).toMatchObject({ paymentCount: 0 });
    await expectNothingPaid(member);
  });

  it.each(['before', 'after'])('refunds dues whose reversal comes back, canceled %s it', async (order) => {
    const { member, file } = await collected(`C10${order}`);
    if (order === 'before') await cancel(member);
    const reversal = await reverse(file.fileId);
    if (order === 'after') await cancel(member);
    await returnAll(await outboxText(reversal.name), 'R23');
    expect(await statusOf(member.duesId)).toBe(5);
    expect(await statusOf(member.refundId)).toBe(0);
    await payRefund(member);
    await expectNothingPaid(member);
  });

  it('refunds dues that were reversed and in a canceled file again when the reversal comes back', async () => {
    const { member, file } = await collected('C23');
    const reversal = await reverse(file.fileId);
    setClock(`${dayOf(member.periodId, '12')}T15:00:00Z`);
    for (const admin of [world.admin, second]) {
      const { version } = defined(await stored(member.duesId));
      const again = { params: { paymentId: member.duesId }, body: { version, reason: 'Owed after all.' } };
      expect((await call(payments.payAgain, admin, again)).status).toBe(200);
    }
    const { reserve, send } = await confirm(filterOf(6, member.periodId));
    await reserve();
    await cancel(member);
    await send();
    // the bank knows the dues, so they are not removed
    expect(await statusOf(member.duesId)).toBe(4);
    await returnAll(await outboxText(reversal.name), 'R23');
    expect([await statusOf(member.duesId), await statusOf(member.refundId)]).toEqual([5, 0]);
    await payRefund(member);
    await expectNothingPaid(member);
  });

  it.each(['before', 'after'])('refunds dues to the account that the bank corrected %s it', async (order) => {
    const { member, file } = await collected(`C11${order}`);
    if (order === 'after') await cancel(member);
    await returnAll(file.text, 'C01', '44556677');
    if (order === 'before') await cancel(member);
    await settle(file);
    expect(await payRefund(member)).toContain('44556677');
    await expectNothingPaid(member);
  });

  it('refunds dues that were paid outside the portal', async () => {
    const member = await signed('C12');
    await decide(member.duesId, 'markSentExternally');
    expect((await loadMember('C12')).invitationStatus).toBe(4);
    expect(await cancel(member)).toMatchObject({ refundTotal: 30 });
    await payRefund(member);
    expect(await bankTotal('C12')).toBe(30_00);
    expect(await ledgerTotal(member)).toBe(0);
    expect(await findings(member)).toEqual([]);
  });

  it('pays a returned refund again to another account', async () => {
    const { member, file } = await collected('C13');
    await settle(file);
    await cancel(member);
    await returnAll(await payRefund(member), 'R03');
    expect(await statusOf(member.refundId)).toBe(3);
    const bankAccount = {
      ...typedAccount,
      nameOnAccount: 'Ann Lund C13',
      operationTypeID: 2,
      accountNumber: '88997766',
    };
    const saved = await call(accounts.saveBankingInfo, member.user, {
      body: { memberGuid: 'C13', bankAccount },
    });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    setClock(`${dayOf(nextPeriod(member.periodId), '20')}T15:00:00Z`);
    expect(await payRefund(member)).toContain('88997766');
    await expectNothingPaid(member);
  });

  it('is complete after the authorization was revoked between', async () => {
    const { member, file } = await collected('C14');
    const body = { memberGuid: 'C14' };
    const before = waitingJobs.length;
    expect((await call(accounts.withdrawAuthorization, member.user, { body })).status).toBe(200);
    for (const job of waitingJobs.slice(before)) await runJob(job);
    expect(await loadMember('C14')).toMatchObject({ invitationStatus: 8, canceledOn: expect.any(String) });
    const again = await call(members.ending, member.user, { query: body });
    expect(again.body).toMatchObject({ ending: null });
    await settle(file);
    await payRefund(member);
    await expectNothingPaid(member);
    const emails = await emailsTo((await loadMember('C14')).email);
    const email = emails.find(({ subject }) => subject === 'Your authorization was revoked');
    expect(email?.body.text).toContain('$30.00 for');
  });
});

const longRight = JSON.stringify({ RI: { days: 60 } });

describe.each(['paused', 'resumed', 'revoked'])('a cancellation of a %s membership', (state) => {
  beforeAll(() => {
    process.env.CANCELLATION_RIGHTS = longRight;
  });

  it('refunds the collected dues of the paused month once', async () => {
    const id = `B-${state}`;
    const { member, file } = await collected(id);
    await settle(file);
    const next = nextPeriod(member.periodId);
    setClock(`${dayOf(member.periodId, '25')}T15:00:00Z`);
    await addDues(id, next);
    const nextFile = await sendAll(filterOf(6, next));
    setClock(`${dayOf(member.periodId, '27')}T15:00:00Z`);
    const body = { memberGuid: id };
    expect((await call(members.pause, member.user, { body: { ...body, months: 1 } })).status).toBe(200);
    if (state !== 'paused') expect((await call(members.resume, member.user, { body })).status).toBe(200);
    if (state === 'revoked') await call(accounts.withdrawAuthorization, member.user, { body });
    else expect(await cancel(member)).toMatchObject({ refundTotal: 60, refunds: [{}, {}] });
    await settle(nextFile);
    await payRefund(member);
    await payRefund({ refunds: filterOf(7, next) });
    expect(await stored(`M-2-7-2-${id}-${next}-dues`)).toMatchObject({ status: 5, amountToBeSent: 30_00 });
    expect(await bankTotal(id)).toBe(0);
    expect(await findings({ ...member, periodId: next })).toEqual([]);
  });
});

describe('reimbursements of a canceled membership', () => {
  beforeAll(() => {
    process.env.CANCELLATION_RIGHTS = longRight;
    return setTerms('2', { memberReimbursementAmount: 25_00, numberOfVisitsToReimburse: 1 });
  });

  /** A member with settled dues and a reimbursement of the first month, on the 22nd of the next one. */
  async function reimbursed(id: string, overrides: Partial<MemberPayment> = {}) {
    const { member, file } = await collected(id);
    await settle(file);
    const dues = defined(await stored(member.duesId)) as MemberPayment;
    const reimbursementId = `M-2-7-2-${id}-${member.periodId}`;
    const payment: MemberPayment = {
      ...dues,
      id: reimbursementId,
      paymentTypeId: 7,
      status: 0,
      bankFileId: null,
      attempts: [],
      ledger: undefined,
      totalPayment: 25_00,
      amountToBeSent: 25_00,
      reason: { rule: 'member reimbursement 1', steps: [{ what: '1 of 1 visits', amount: 25_00 }] },
      version: 0,
      ...overrides,
    };
    await transact(...paymentChange(null, payment));
    setClock(`${dayOf(nextPeriod(member.periodId), '22')}T15:00:00Z`);
    return { member, reimbursementId };
  }
  const requestOf = async (id: string) => defined(await findRequest(id, 'ending'));

  it('are not paid if they are open', async () => {
    const { member, reimbursementId } = await reimbursed('P1');
    expect(await cancel(member)).toMatchObject({ refundTotal: 30 });
    expect(await statusOf(reimbursementId)).toBe(4);
    await payRefund(member);
    await expectNothingPaid(member);
  });

  it('are not paid if they are in a file that is not sent', async () => {
    const { member, reimbursementId } = await reimbursed('P2');
    const { reserve, send } = await confirm(member.refunds);
    await reserve();
    await cancel(member);
    await send();
    expect(await statusOf(reimbursementId)).not.toBe(2);
    await payRefund(member);
    await expectNothingPaid(member);
  });

  it('are not paid again if the bank returned them', async () => {
    const { member, reimbursementId } = await reimbursed('P3');
    await returnAll(await payRefund(member), 'R03');
    await cancel(member);
    expect(await statusOf(reimbursementId)).toBe(4);
  });

  it('are canceled if the employer has not paid them', async () => {
    const { member, reimbursementId } = await reimbursed('P4', { status: 6, memberBillingTypeId: 2 });
    await cancel(member);
    expect(await statusOf(reimbursementId)).toBe(4);
    await payRefund(member);
    await expectNothingPaid(member);
  });

  it('are recovered by hand, not by the next payroll file, if one contains them', async () => {
    const { member, reimbursementId } = await reimbursed('P6', { status: 6, memberBillingTypeId: 2 });
    expect(await payrollOf(world.admin, member.periodId, 'P6')).toEqual([25_00]);
    expect(await cancel(member)).toMatchObject({ reimbursed: 25 });
    setClock(`${dayOf(nextPeriod(member.periodId), '25')}T15:00:00Z`);
    expect(await payrollOf(world.admin, member.periodId, 'P6')).toEqual([25_00]);
    expect(await statusOf(reimbursementId)).toBe(6);
  });

  it('are reversed or recovered by an administrator if they were paid', async () => {
    const { member, reimbursementId } = await reimbursed('P5');
    const { fileId, text } = await sendAll(member.refunds);
    await receiveAndProcess(world.admin, acknowledgementFile(text), 'ack-P5.txt');
    expect(await cancel(member)).toMatchObject({ refundTotal: 30, reimbursed: 25 });
    expect(await requestOf('P5')).toMatchObject({
      status: 'open',
      answer: expect.stringContaining('$25.00'),
    });
    const { body } = await call(approvals.list, world.admin);
    expect(body.items).toContainEqual(
      expect.objectContaining({ title: expect.stringContaining('Recover reimbursements') }),
    );
    await reverse(fileId);
    expect(await statusOf(reimbursementId)).toBe(4);
    await payRefund(member);
    await expectNothingPaid(member);
    const params = { memberId: 'P5', kind: 'ending' };
    const decision = { accepted: true, version: (await requestOf('P5')).version };
    const close = (body: object) => call(members.answerRequest, world.admin, { params, body });
    expect((await close(decision)).status).toBe(422);
    expect((await close({ ...decision, reason: 'Reversed by the bank.' })).status).toBe(200);
    expect(await requestOf('P5')).toMatchObject({
      status: 'done',
      answer: expect.stringContaining('Recovered: Reversed by the bank.'),
    });
  });
});
