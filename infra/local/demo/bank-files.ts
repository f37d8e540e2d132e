import { checkRun } from '../../../functions/bank-files/preview/check.ts';
import { sendRun } from '../../../functions/bank-files/sending/send.ts';
import { reconcileBankFiles } from '../../../functions/bank-files/sending/reconcile.ts';
import { runningJobs } from '../../../functions/jobs/store.ts';
import { runJobSteps } from '../../../functions/jobs/job-runner.ts';
import { now as clock } from '../../../functions/platform/clock.ts';
import type { RunFilter } from '../../../shared/bank-files/bank-run.ts';
import { addBankingDays } from '../../../shared/calendar.ts';
import { facilityPayments, partnerFees } from '../../../shared/payments/payment-status.ts';
import { closedPeriods, closingDate } from '../../../shared/periods/period.ts';
import { isSameFilter } from '../../../shared/bank-files/run-plan.ts';
import { bankFilesIn } from '../../../functions/bank-files/store.ts';
import { bankAnswers } from './bank-answers.ts';
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
export async function demoBankFiles(userIds: readonly [string, string], now: Date): Promise<void> {
  await withoutQueue(async () => {
    await atInstant(now, finishOpenRuns);
    let run = 0;
    for (const age of sentAges) {
      const periodId = closedPeriods(now)[age];
      if (!periodId) continue;
      const day = addBankingDays(closingDate(periodId), 1);
      const [fees, clubs] = [filterOf('partner', periodId), filterOf('facility', periodId)];
      if (age === 1) await send(fees, userIds, ++run, `${day}T21:20:00Z`, `${day}T23:30:00Z`);
      const sentOn = addBankingDays(day, 1);
      await send(fees, userIds, ++run, `${sentOn}T15:00:00Z`);
      await send(clubs, userIds, ++run, `${sentOn}T15:10:00Z`);
      await bankAnswers(periodId, sentOn, age > 1);
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
async function send(
  filter: RunFilter,
  [first, second]: readonly [string, string],
  run: number,
  confirmed: string,
  left = confirmed,
) {
  if (await wasSent(filter)) return;
  let ids = 0;
  const sender = {
    userId: first,
    now: new Date(confirmed),
    newId: () => demoId(90_000_000 + run * 1000 + ++ids),
  };
  const { runHash } = await checkRun(filter, sender);
  if (runHash === null) return;
  const asked = await sendRun(filter, { pin: demoPin, runHash }, sender);
  const { jobId } = asked.jobId
    ? asked
    : await sendRun(filter, { pin: demoPin, runHash }, { ...sender, userId: second });
  if (jobId === null) throw new Error('the second administrator did not send the file');
  await atInstant(new Date(left), () => runJobSteps(jobId, () => Infinity));
}

/** A load that is done again sends nothing again, also not what was returned since. */
async function wasSent(filter: RunFilter): Promise<boolean> {
  const sent = await bankFilesIn(['submitted', 'acknowledged', 'settled']);
  return sent.some((file) => isSameFilter(file.filter, filter));
}

async function finishOpenRuns(): Promise<void> {
  await reconcileBankFiles(clock());
  for await (const { id, kind } of runningJobs())
    if (kind.startsWith('bank ')) await runJobSteps(id, () => Infinity);
}
