import { randomUUID } from 'node:crypto';
import { acknowledgementFile } from '../../infra/local/bank/reply-file.ts';
import { checkRun } from '../../functions/bank-files/preview/check.ts';
import { completePaymentsHandler as completePayments } from '../../functions/bank-files/handlers/files.ts';
import { loadBankFile } from '../../functions/bank-files/store.ts';
import { runJobSteps } from '../../functions/workers/job-runner.ts';
import { memberChange } from '../../functions/members/store.ts';
import { loadPayments, paymentChange } from '../../functions/payments/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { transact } from '../../functions/table/transact.ts';
import type { User } from '../../functions/users/user.ts';
import type { RunFilter } from '../../shared/bank-files/bank-run.ts';
import type { PartnerScope } from '../../shared/ids.ts';
import { addBankingDays, addDays, dateInChicago, periodStart } from '../../shared/calendar.ts';
import type { Member } from '../../shared/members/member.ts';
import type { MemberPayment, Payment } from '../../shared/payments/payment.ts';
import { runJob, waitingJobs } from '../support/jobs.ts';
import { someMember } from '../support/builders.ts';
import { fileFromBank, receiveAndProcess, replies } from './received.ts';
import { giveAccount, outboxText, pin, sent, setClock, somePayment } from './runs.ts';
import { setTerms } from '../payments/paycheck.ts';

export const filterOf = (
  paymentTypeId: 6 | 7,
  periodId: string,
  partnerId: PartnerScope = '2',
): RunFilter => ({ flow: 'member', programPaymentTypeId: 2, paymentTypeId, partnerId, periodId });

export const chargeMembers = (): Promise<void> =>
  setTerms('2', { programPaymentTypeId: 2, memberDuesAmount: 30_00 });

export const stored = async (id: string): Promise<Payment | undefined> => (await loadPayments([id]))[0];

export const active = {
  invitationStatus: 4,
  enrolledOn: '2026-09-01',
  startsOn: '2026-09-01',
  activatedOn: '2026-09-01',
} as const;

export async function testDues(
  id: string,
  periodId: string,
  memberFields: Partial<Member>,
): Promise<MemberPayment> {
  const payeeToken = `payee-${id}`;
  const { partnerId = '2' } = memberFields;
  const tokens = { withdrawalPayeeToken: payeeToken, payoutPayeeToken: payeeToken };
  await transact(...memberChange(null, someMember(id, partnerId, { ...tokens, ...memberFields })));
  const dues = await addDues(id, periodId, partnerId);
  await giveAccount(dues);
  return dues;
}

export async function addDues(id: string, periodId: string, partnerId = '2'): Promise<MemberPayment> {
  const from = periodStart(periodId);
  const dues = somePayment<'member'>(`M-2-6-${partnerId}-${id}-${periodId}`, {
    kind: 'member',
    programPaymentTypeId: 2,
    paymentTypeId: 6,
    partnerId,
    memberId: id,
    memberFullName: `Ann Lund ${id}`,
    facilityNumber: '4100',
    periodId,
    totalPayment: 30_00,
    amountToBeSent: 30_00,
    payeeToken: `payee-${id}`,
    announced: {
      amount: 30_00,
      from: addDays(from, -5),
      until: addDays(from, 60),
      sentOn: addDays(from, -20),
    },
  });
  await transact(...paymentChange(null, dues));
  return dues;
}

export function memberRuns(admin: () => User) {
  const caller = () => ({ userId: admin().id, now: now(), newId: () => `run-${randomUUID()}` });
  const check = (filter: RunFilter) => checkRun(filter, caller());
  /** Confirms a file; `reserve` runs the first step of sending it, `send` the remaining ones. */
  async function confirm(filter: RunFilter) {
    const { runHash, errorMessage, excluded } = await check(filter);
    if (errorMessage) throw new Error(`${errorMessage} ${JSON.stringify(excluded)}`);
    const { jobId, files } = await sent(filter, { pin, runHash: runHash ?? '' }, caller());
    const [file] = files;
    if (!file) throw new Error('a run without a file');
    const { id: fileId, name } = file;
    let steps = 0;
    return {
      fileId,
      jobId,
      reserve: () => runJobSteps(jobId, () => (steps++ === 0 ? Infinity : 0)),
      send: async () => {
        const { message } = await runJob(jobId);
        const isSent = (await loadBankFile(fileId)).status === 'submitted';
        return { message, fileId, text: isSent ? await outboxText(name) : '' };
      },
    };
  }
  const sendAll = async (filter: RunFilter) => (await confirm(filter)).send();
  const returnAll = (text: string, code: string) =>
    receiveAndProcess(admin(), fileFromBank(replies(text, [code])));
  async function settle({ text, fileId }: { text: string; fileId: string }): Promise<void> {
    await receiveAndProcess(admin(), acknowledgementFile(text), `ack-${fileId}.txt`);
    const { effectiveDate } = await loadBankFile(fileId);
    const day = addBankingDays(effectiveDate, 3);
    if (day > dateInChicago(now())) setClock(`${day}T15:00:00Z`);
    const before = waitingJobs.length;
    await completePayments();
    for (const id of waitingJobs.slice(before)) await runJob(id);
  }
  return { check, confirm, sendAll, returnAll, settle };
}
