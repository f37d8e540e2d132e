import { loadJob } from '../../../functions/jobs/store.ts';
import { runJobSteps } from '../../../functions/jobs/job-runner.ts';
import {
  beginScheduledOne,
  scheduledJobId,
} from '../../../functions/payments/generation/scheduled-generation.ts';
import { scheduledGenerations } from '../../../functions/payments/generation/schedule-rows.ts';
import { addPeriods, dateInChicago, periodOf } from '../../../shared/calendar.ts';
import { newestPeriodToGenerate } from '../../../shared/payments/payment-types.ts';
import { isGeneratedMonth } from './payments.ts';
import { atInstant, withoutQueue } from './past-work.ts';

const monthsBack = 4;
const daysOfSchedules = [1, 9, 25];

/**
 * Runs the scheduled generations of the months with payments, each on its day. They find the existing payments and
 * record the lists as generated.
 */
export async function demoGenerations(at: Date): Promise<void> {
  const today = dateInChicago(at);
  const months = Array.from({ length: monthsBack }, (_, back) => addPeriods(periodOf(today), -back));
  for (const month of months.toReversed())
    for (const day of daysOfSchedules) {
      const date = `${month.slice(0, 4)}-${month.slice(4)}-${String(day).padStart(2, '0')}`;
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
    if (!(await loadJob(id))) await beginScheduledOne(row, { id, periodId, schedule });
    // resumes an interrupted load
    if ((await loadJob(id))?.status === 'running') await runJobSteps(id, () => Infinity);
  }
}
