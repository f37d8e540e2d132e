import { beforeAll, describe, expect, it } from 'vitest';
import { loadBankFile } from '../../functions/bank-files/store.ts';
import { enrollmentChange, loadMember } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { entriesOf } from '../../infra/local/bank/reply-file.ts';
import { addBankingDays, addPeriods, nextPeriod, periodStart, type PeriodId } from '../../shared/calendar.ts';
import { accounts } from '../../shared/contracts/accounts.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { members } from '../../shared/contracts/members.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { isDuesPaidBack } from '../../shared/payments/dues-paid-back.ts';
import { memberDues } from '../../shared/payments/payment.ts';
import type { User } from '../../functions/users/user.ts';
import { typedAccount } from '../accounts/examples.ts';
import { addDues, filterOf, memberRuns, stored, testDues } from '../bank-files/member-runs.ts';
import { fileFromBank, receiveAndProcess, replies } from '../bank-files/received.ts';
import {
  accountNumberOf,
  finishEverything,
  outboxNames,
  outboxText,
  pin,
  setClock,
  useTwoAdministrators,
} from '../bank-files/runs.ts';
import { proveMonth } from '../ledger/prove.ts';
import { enrolled } from '../payments/facilities.ts';
import { setTerms } from '../payments/paycheck.ts';
import { call } from '../support/call.ts';
import { defined } from '../support/defined.ts';
import { runJob, waitingJobs } from '../support/jobs.ts';
import { createUser } from '../users/person.ts';

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

/** A member of Rhode Island, where the right lasts ten business days, who signed on the 3rd. */
async function signed(id: string): Promise<Signed> {
  month = addPeriods(month, 3);
  const periodId = month;
  const startsOn = dayOf(periodId, '03');
  setClock(`${startsOn}T15:00:00Z`);
  const user = await createUser({ memberIds: [id], memberPartnerIds: ['2'] });
  await testDues(id, periodId, {
    invitationStatus: 3,
    facilityId: '4100',
    facilityName: 'Harbor Gym',
    state: 'RI',
    enrolledOn: startsOn,
    startsOn,
    userId: user.id,
    depositPayeeToken: `payee-${id}`,
  });
  await transact(...enrollmentChange(null, enrolled(id, '2', '4100', { from: startsOn })));
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
      if (entry.name.trim().toUpperCase() === `ANN LUND ${id}`.toUpperCase() && !returnedTraces.has(entry.trace))
        total += entry.amount * (entry.transactionCode % 10 === 7 ? -1 : 1);
  return total;
}

const paid = ['submitted', 'received', 'completed', 'external'] as const;

/** Sum of the ledger balances of a member's payments that moved money; refunds are positive. */
async function ledgerTotal({ id, periodId }: Signed, external = true): Promise<number> {
  let total = 0;
  for (const period of [periodId, nextPeriod(periodId)])
    for (const suffix of [`6-2-${id}-${period}`, `7-2-${id}-${period}`, `7-2-${id}-${period}-dues`]) {
      const payment = await stored(`M-2-${suffix}`);
      const { status, amountToBeSent, paymentTypeId } = payment ?? {};
      if (amountToBeSent === undefined || status === undefined) continue;
      const isPaid = [2, 1, 5, ...(external ? [6] : [])].includes(status);
      if (isPaid) total += paymentTypeId === memberDues ? -amountToBeSent : amountToBeSent;
    }
  return total;
}
void paid;

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

async function payRefund(member: Signed, expected = accountNumberOf): Promise<string> {
  const file = await sendAll(member.refunds);
  await settle(file);
  void expected;
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
});
