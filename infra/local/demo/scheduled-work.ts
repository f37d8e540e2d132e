import { beginJob } from '../../../functions/jobs/begin.ts';
import {
  beginScheduledGeneration,
  scheduledJobId,
} from '../../../functions/payments/generation/scheduled-generation.ts';
import { scheduledGenerations } from '../../../functions/payments/generation/schedule-rows.ts';
import { addDays, addPeriods, dateInChicago, periodOf, periodStart } from '../../../shared/calendar.ts';
import { newestPeriodToGenerate } from '../../../shared/payments/payment-types.ts';
import { periodsToCurrent } from '../../../shared/periods/period.ts';
import { isGeneratedMonth } from './payments.ts';
import { atInstant, runOnce, withoutQueue } from './past-work.ts';

const months = 4;
const daysOfSchedules = [1, 9, 25];

/**
 * Runs the scheduled generations of the months with payments, each on its day. They find the existing payments and
 * record the lists as generated.
 */
export async function demoGenerations(at: Date): Promise<void> {
  const today = dateInChicago(at);
  for (let back = months - 1; back >= 0; back--)
    for (const day of daysOfSchedules) {
      const date = addDays(periodStart(addPeriods(periodOf(today), -back)), day - 1);
      const due = new Date(`${date}T12:00:00Z`);
      if (date <= today) await atInstant(due, () => withoutQueue(() => generateOn(day, due, at)));
    }
}

async function generateOn(day: number, due: Date, at: Date): Promise<void> {
  for (const { schedule, row } of scheduledGenerations(day)) {
    const { programPaymentTypeId, paymentTypeId } = row;
    const periodId = newestPeriodToGenerate(programPaymentTypeId, paymentTypeId, due);
    if (!isGeneratedMonth(programPaymentTypeId, paymentTypeId, periodId, at)) continue;
    // not the schedule's own ID, so that the schedule can run again after the clock is set back
    const id = `demo-${scheduledJobId(row, schedule, due)}`;
    await runOnce(id, () => beginScheduledGeneration(row, { id, periodId, schedule }));
  }
}

/** Proves the last months, like the nightly job, so that the sums of their steps are available. */
export const demoProofs = (now: Date): Promise<void> =>
  withoutQueue(() =>
    atInstant(now, async () => {
      for (const periodId of periodsToCurrent(now).slice(0, months)) {
        const id = `ledger-proof-${periodId}-demo`;
        const job = { id, kind: 'ledger proof', input: { periodId }, total: 0 } as const;
        const message = 'The ledger is up to date.';
        await runOnce(id, () => beginJob({ ...job, message }, { userId: 'ledger' }, now));
      }
    }),
  );
