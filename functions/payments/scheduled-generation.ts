import type { JobKind } from '../../shared/jobs/job.ts';
import { newestPeriodOffered } from '../../shared/payments/payment-types.ts';
import type { ProgramPaymentTypeId } from '../../shared/programs.ts';
import { loadJob } from '../jobs/store.ts';
import { nobody } from '../platform/caller.ts';
import { errorFacts, log } from '../platform/log.ts';
import { lists } from '../table/keys.ts';
import { beginGeneration } from './generation.ts';

/** One generation of the timetable. */
export interface Scheduled {
  kind: Extract<JobKind, 'partner payments' | 'facility payments' | 'member payments'>;
  programPaymentTypeID: ProgramPaymentTypeId;
  paymentTypeID: number;
}

const listOf = ({ kind, programPaymentTypeID, paymentTypeID }: Scheduled, periodId: string): string =>
  kind === 'partner payments'
    ? lists.partnerPayments(programPaymentTypeID, paymentTypeID, periodId)
    : kind === 'facility payments'
      ? lists.facilityPayments(programPaymentTypeID, periodId)
      : lists.memberPayments(programPaymentTypeID, paymentTypeID, 'ALL', periodId);

/**
 * Begins the generations of a timetable for the newest month that each is offered for. The job's id names the work, so
 * a second call on the same day, or a repeated event, begins nothing twice. Payments that are there stay as they are:
 * an administrator may have generated them with fees. When one cannot begin, the others still do, and then the call
 * fails so that it is tried again.
 */
export async function beginScheduled(
  name: string,
  timetable: readonly Scheduled[],
  now: Date,
): Promise<string[]> {
  const begun: string[] = [];
  const problems: unknown[] = [];
  for (const one of timetable) {
    const { kind, programPaymentTypeID, paymentTypeID } = one;
    const periodId = newestPeriodOffered(programPaymentTypeID, paymentTypeID, now);
    const id = `${kind.split(' ')[0]}-${programPaymentTypeID}-${paymentTypeID}-${periodId}`;
    if (await loadJob(id)) continue;
    const input = {
      programPaymentTypeID,
      paymentTypeID,
      periodId,
      partnerId: null,
      fees: null,
      onlyMissing: true,
    };
    try {
      await beginGeneration({ id, kind, list: listOf(one, periodId), input }, nobody(name), now);
      begun.push(id);
    } catch (problem) {
      log('error', 'generation not begun', { jobId: id, ...errorFacts(problem) });
      problems.push(problem);
    }
  }
  if (problems.length > 0)
    throw new AggregateError(problems, `${problems.length} generations could not begin`);
  return begun;
}
