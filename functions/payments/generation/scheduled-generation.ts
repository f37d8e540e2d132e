import type { PeriodId } from '../../../shared/calendar.ts';
import type { JobKind } from '../../../shared/jobs/job.ts';
import { newestPeriodToGenerate } from '../../../shared/payments/payment-types.ts';
import type { ProgramPaymentTypeId } from '../../../shared/programs.ts';
import { loadJob } from '../../jobs/store.ts';
import { systemCaller } from '../../platform/caller.ts';
import { now } from '../../platform/clock.ts';
import { errorFacts, log } from '../../platform/log.ts';
import { beginGeneration } from './generation.ts';
import { listOfScheduled } from './schedule-rows.ts';

/** One generation that a schedule begins. */
export interface Scheduled {
  kind: Extract<JobKind, 'partner payments' | 'facility payments' | 'member payments'>;
  programPaymentTypeId: ProgramPaymentTypeId;
  paymentTypeId: number;
}

/** The job of a schedule's generation: its id names schedule and month. */
export function scheduledJobId(one: Scheduled, schedule: string, due: Date): string {
  const { kind, programPaymentTypeId, paymentTypeId } = one;
  const periodId = newestPeriodToGenerate(programPaymentTypeId, paymentTypeId, due);
  return `${kind.split(' ')[0]}-${programPaymentTypeId}-${paymentTypeId}-${periodId}-${schedule}`;
}

/** Begins one generation of a schedule as the job of this id; payments that exist are left as they are. */
export async function beginScheduledOne(
  one: Scheduled,
  { id, periodId, schedule }: { id: string; periodId: PeriodId; schedule: string },
): Promise<void> {
  const { kind, programPaymentTypeId, paymentTypeId } = one;
  const input = {
    programPaymentTypeId,
    paymentTypeId,
    periodId,
    partnerId: 'all',
    fees: null,
    onlyMissing: true,
  };
  const caller = systemCaller(`schedule ${schedule}`);
  await beginGeneration({ id, kind, list: listOfScheduled(one, periodId), input }, caller, now());
}

/**
 * Begins the generations of a schedule for the newest month that each is due for at the instant given. The job's id
 * names schedule and month, so that a repeated event begins nothing twice. Payments that exist are left as they are: an
 * administrator may have generated them with fees. When one cannot begin, the others still do, and then the call fails
 * so that it is tried again.
 */
export async function beginScheduled(
  schedule: string,
  generations: readonly Scheduled[],
  due: Date,
): Promise<string[]> {
  const begun: string[] = [];
  const errors: unknown[] = [];
  for (const one of generations) {
    const periodId = newestPeriodToGenerate(one.programPaymentTypeId, one.paymentTypeId, due);
    const id = scheduledJobId(one, schedule, due);
    if (await loadJob(id)) continue;
    try {
      await beginScheduledOne(one, { id, periodId, schedule });
      begun.push(id);
    } catch (error) {
      log('error', 'generation not begun', { jobId: id, ...errorFacts(error) });
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} generations could not begin`);
  return begun;
}
