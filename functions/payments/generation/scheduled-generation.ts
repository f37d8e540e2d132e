import type { PeriodId } from '../../../shared/calendar.ts';
import { newestPeriodToGenerate } from '../../../shared/payments/payment-types.ts';
import { loadJob } from '../../jobs/store.ts';
import { systemCaller } from '../../users/caller.ts';
import { now } from '../../platform/clock.ts';
import { errorFacts, log } from '../../platform/log.ts';
import { beginGeneration } from './generation.ts';
import { listOfScheduled, type Scheduled } from './schedule-rows.ts';

/** Returns the job ID of a scheduled generation, which contains schedule and month. */
export function scheduledJobId(scheduled: Scheduled, schedule: string, due: Date): string {
  const { kind, programPaymentTypeId, paymentTypeId } = scheduled;
  const periodId = newestPeriodToGenerate(programPaymentTypeId, paymentTypeId, due);
  return `${kind.split(' ')[0]}-${programPaymentTypeId}-${paymentTypeId}-${periodId}-${schedule}`;
}

/** Starts one scheduled generation as the job with this ID. Existing payments are unchanged. */
export async function beginScheduledOne(
  record: Scheduled,
  { id, periodId, schedule }: { id: string; periodId: PeriodId; schedule: string },
): Promise<void> {
  const { kind, programPaymentTypeId, paymentTypeId } = record;
  const input = {
    programPaymentTypeId,
    paymentTypeId,
    periodId,
    partnerId: 'all',
    fees: null,
    onlyMissing: true,
  };
  const caller = systemCaller(`schedule ${schedule}`);
  await beginGeneration({ id, kind, list: listOfScheduled(record, periodId), input }, caller, now());
}

/**
 * Starts the generations of a schedule for the newest month that is due at the given instant. The job ID contains
 * schedule and month, so that a repeated event has no effect. Existing payments are unchanged, because an administrator
 * may have generated them with fees. If one generation fails to start, the others still start, and then the function
 * throws so that the event is retried.
 */
export async function beginScheduled(
  schedule: string,
  generations: readonly Scheduled[],
  due: Date,
): Promise<string[]> {
  const begun: string[] = [];
  const errors: unknown[] = [];
  for (const generation of generations) {
    const periodId = newestPeriodToGenerate(generation.programPaymentTypeId, generation.paymentTypeId, due);
    const id = scheduledJobId(generation, schedule, due);
    if (await loadJob(id)) continue;
    try {
      await beginScheduledOne(generation, { id, periodId, schedule });
      begun.push(id);
    } catch (error) {
      log('error', 'generation not begun', { jobId: id, ...errorFacts(error) });
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} generations could not start`);
  return begun;
}
