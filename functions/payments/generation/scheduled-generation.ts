import { addPeriods, type PeriodId } from '../../../shared/calendar.ts';
import { memberReimbursements } from '../../../shared/payments/payment.ts';
import { isPartnerPaid } from '../../../shared/programs.ts';
import { loadGroupMembership } from '../../group-memberships/store.ts';
import { newestPeriodToGenerate } from '../../../shared/payments/payment-types.ts';
import { loadJob } from '../../jobs/store.ts';
import { allPartners } from '../../partners/store.ts';
import { paymentListName } from '../../table/keys.ts';
import { hasWaitingPaycheck } from '../store.ts';
import { systemCaller } from '../../users/caller.ts';
import { now } from '../../platform/clock.ts';
import { errorFields, log } from '../../platform/log.ts';
import { beginGeneration, duesLock } from './generation.ts';
import type { Scheduled } from './schedule-rows.ts';

/** Returns the job ID of a scheduled generation, which contains schedule and month. */
export function scheduledJobId(scheduled: Scheduled, schedule: string, due: Date): string {
  const { kind, programPaymentTypeId, paymentTypeId } = scheduled;
  const periodId = newestPeriodToGenerate(programPaymentTypeId, paymentTypeId, due);
  return `${kind}-${programPaymentTypeId}-${paymentTypeId}-${periodId}-${schedule}`;
}

/** Starts one scheduled generation as the job with this ID. Existing payments are unchanged. */
export async function beginScheduledGeneration(
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
  await beginGeneration({ id, kind, input }, caller, now());
}

/** Late visits and collections reach back this far. */
const monthsBack = 12;

/** Starts the generations that pay the paycheck reimbursements of earlier months whose first dues are collected now. */
export async function beginPaycheckReleases(due: Date): Promise<void> {
  for await (const { id: partnerId } of allPartners()) {
    const program = await loadGroupMembership(partnerId);
    if (!program || isPartnerPaid(program)) continue;
    const { programPaymentTypeId } = program;
    const paymentTypeId = memberReimbursements;
    const newest = newestPeriodToGenerate(programPaymentTypeId, paymentTypeId, due);
    for (let back = 1; back <= monthsBack; back += 1) {
      const of = { programPaymentTypeId, paymentTypeId, partnerId, periodId: addPeriods(newest, -back) };
      if (!(await hasWaitingPaycheck(of))) continue;
      const id = `paychecks-${partnerId}-${of.periodId}-${newest}`;
      if (await loadJob(id)) continue;
      const list = paymentListName('member', of);
      const input = { ...of, fees: null, onlyMissing: true };
      await beginGeneration({ id, kind: 'member', list, input }, systemCaller('schedule ninth'), now());
    }
  }
}

/**
 * Starts the generations of a schedule for the newest month that is due at the given instant. The job ID contains
 * schedule and month, so that a repeated event has no effect. Existing payments are unchanged, because an administrator
 * may have generated them with fees. Dues of a month that was locked since are omitted. If one generation fails to
 * start, the others still start, and then the function throws so that the event is retried.
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
    const ofAll = { ...generation, periodId, partnerId: 'all' } as const;
    try {
      if ((await duesLock(ofAll, now())) !== undefined) continue;
      await beginScheduledGeneration(generation, { id, periodId, schedule });
      begun.push(id);
    } catch (error) {
      log('error', 'generation not begun', { jobId: id, ...errorFields(error) });
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} generations could not start`);
  return begun;
}
