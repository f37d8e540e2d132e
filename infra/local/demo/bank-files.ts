import { checkRun } from '../../../functions/bank-files/preview/check.ts';
import { sendRun } from '../../../functions/bank-files/sending/send.ts';
import { paymentsOf } from '../../../functions/bank-files/run-payments.ts';
import { reconcileBankFiles } from '../../../functions/bank-files/sending/reconcile.ts';
import { runningJobs } from '../../../functions/jobs/store.ts';
import { runJobSteps } from '../../../functions/jobs/job-runner.ts';
import { paymentChange } from '../../../functions/payments/store.ts';
import { now as clock } from '../../../functions/platform/clock.ts';
import { transact } from '../../../functions/table/transact.ts';
import type { RunFilter } from '../../../shared/bank-files/bank-run.ts';
import { addBankingDays, type CalendarDate } from '../../../shared/calendar.ts';
import {
  completed,
  facilityPayments,
  partnerFees,
  received,
  submitted,
} from '../../../shared/payments/payment-status.ts';
import { movePayment } from '../../../shared/payments/payment-moves.ts';
import { closedPeriods, closingDate } from '../../../shared/periods/period.ts';
import { atInstant, withoutQueue } from './past-work.ts';
import { demoPin } from './people.ts';
import { demoId } from './seed.ts';

/** The months, by their age among the closed ones, whose payments of program 1 went out in bank files, oldest first. */
const sentAges = [2, 1];

/** True for a payment that a demo bank file takes: it is Pending until then. */
export const isSentByFile = (programPaymentTypeId: number, kind: string, age: number): boolean =>
  programPaymentTypeId === 1 && kind !== 'member' && sentAges.includes(age);

/**
 * Sends what an administrator would have sent in the last months, by the portal's own check, PIN and job; one file of
 * the newer month misses its cutoff first and is canceled. Doing it again changes nothing.
 */
export async function demoBankFiles(userId: string, now: Date): Promise<void> {
  await withoutQueue(async () => {
    await atInstant(now, finishOpenRuns);
    let run = 0;
    for (const age of sentAges) {
      const periodId = closedPeriods(now)[age];
      if (!periodId) continue;
      const day = addBankingDays(closingDate(periodId), 1);
      const [fees, clubs] = [filterOf('partner', periodId), filterOf('facility', periodId)];
      if (age === 1) await send(fees, userId, ++run, `${day}T21:20:00Z`, `${day}T23:30:00Z`);
      const sentOn = addBankingDays(day, 1);
      await send(fees, userId, ++run, `${sentOn}T15:00:00Z`);
      await send(clubs, userId, ++run, `${sentOn}T15:10:00Z`);
      for (const filter of [fees, clubs]) await settle(filter, age === 1 ? received : completed, sentOn);
    }
  });
}

const filterOf = (flow: 'partner' | 'facility', periodId: string): RunFilter => ({
  flow,
  programPaymentTypeId: 1,
  paymentTypeId: flow === 'partner' ? partnerFees : facilityPayments,
  partnerId: 'all',
  periodId,
});

/** Checks and confirms at one instant; the job takes its steps at another, or at once. */
async function send(filter: RunFilter, userId: string, run: number, confirmed: string, left = confirmed) {
  let ids = 0;
  const sender = {
    userId,
    now: new Date(confirmed),
    newId: () => demoId(90_000_000 + run * 1000 + ++ids),
  };
  const { hash } = await checkRun(filter, sender);
  if (hash === null) return;
  const { jobId } = await sendRun(filter, { pin: demoPin, hash }, sender);
  await atInstant(new Date(left), () => runJobSteps(jobId, () => Infinity));
}

async function finishOpenRuns(): Promise<void> {
  await reconcileBankFiles(clock());
  for await (const { id, kind } of runningJobs())
    if (kind === 'bank files') await runJobSteps(id, () => Infinity);
}

/** What the bank has said by now: payments of a file are acknowledged, and later completed. */
async function settle(filter: RunFilter, status: typeof received | typeof completed, sentOn: CalendarDate) {
  const statusAt = `${addBankingDays(sentOn, status === received ? 1 : 4)}T15:00:00.000Z`;
  for (const payment of await paymentsOf(filter, Infinity))
    if (payment.status === submitted && payment.bankFileId !== null) {
      const acknowledged = movePayment(payment, 'acknowledge', { at: statusAt });
      await transact(...paymentChange(payment, acknowledged));
      if (status === received) continue;
      const stored = { ...acknowledged, version: payment.version + 1 };
      await transact(...paymentChange(stored, movePayment(stored, 'settle', { at: statusAt })));
    }
}
