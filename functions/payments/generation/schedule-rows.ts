import {
  facilityPayments,
  memberDues,
  memberReimbursements,
  partnerDues,
  partnerFees,
} from '../../../shared/payments/payment.ts';
import { lists } from '../../table/keys.ts';
import {
  memberPaid,
  partnerPaid,
  sharedCost,
  type ProgramPaymentTypeId,
  programPaymentTypeId,
} from '../../../shared/programs.ts';
import type { JobKind } from '../../../shared/jobs/job.ts';
import * as z from 'zod';
import { Refusal } from '../../../shared/refusal.ts';
import type { JobRecord } from '../../jobs/store.ts';
import type { Change } from '../../table/write.ts';
import { generationStarted, loadLastGenerations } from './generation-store.ts';

export interface Scheduled {
  kind: Extract<JobKind, 'partner payments' | 'facility payments' | 'member payments'>;
  programPaymentTypeId: ProgramPaymentTypeId;
  paymentTypeId: number;
}

/** Member dues: on the 25th for the next month; on the 1st for missing ones. */
export const duesGenerations: readonly Scheduled[] = [
  { kind: 'member payments', programPaymentTypeId: memberPaid, paymentTypeId: memberDues },
  { kind: 'member payments', programPaymentTypeId: sharedCost, paymentTypeId: memberDues },
];

/** Partner payments for the current month if members pay too: on the 1st. */
export const currentMonthGenerations: readonly Scheduled[] = [
  { kind: 'partner payments', programPaymentTypeId: memberPaid, paymentTypeId: partnerFees },
  { kind: 'partner payments', programPaymentTypeId: sharedCost, paymentTypeId: partnerFees },
];

/** Payments of a closed month: on the 9th, the day after the clubs' reporting deadline. */
export const closedMonthGenerations: readonly Scheduled[] = [
  { kind: 'partner payments', programPaymentTypeId: partnerPaid, paymentTypeId: partnerFees },
  { kind: 'partner payments', programPaymentTypeId: sharedCost, paymentTypeId: partnerDues },
  { kind: 'facility payments', programPaymentTypeId: partnerPaid, paymentTypeId: facilityPayments },
  { kind: 'facility payments', programPaymentTypeId: memberPaid, paymentTypeId: facilityPayments },
  { kind: 'facility payments', programPaymentTypeId: sharedCost, paymentTypeId: facilityPayments },
  { kind: 'member payments', programPaymentTypeId: memberPaid, paymentTypeId: memberReimbursements },
  { kind: 'member payments', programPaymentTypeId: sharedCost, paymentTypeId: memberReimbursements },
];

/** Returns the list of payments that a scheduled generation creates. */
export const listOfScheduled = (
  { kind, programPaymentTypeId, paymentTypeId }: Scheduled,
  periodId: string,
): string =>
  kind === 'partner payments'
    ? lists.partnerPayments(programPaymentTypeId, paymentTypeId, periodId)
    : kind === 'facility payments'
      ? lists.facilityPayments(programPaymentTypeId, periodId)
      : lists.memberPayments(programPaymentTypeId, paymentTypeId, 'all', periodId);

/** Returns the generations of a day of the month with their schedule names. */
export function scheduledGenerations(day: number): { schedule: string; row: Scheduled }[] {
  const named = (schedule: string, rows: readonly Scheduled[]) => rows.map((row) => ({ schedule, row }));
  if (day === 1) return named('first', [...currentMonthGenerations, ...duesGenerations]);
  if (day === 9) return named('ninth', closedMonthGenerations);
  if (day === 25) return named('twenty-fifth', duesGenerations);
  return [];
}

const ofMonth = z.object({
  programPaymentTypeId,
  paymentTypeId: z.int(),
  periodId: z.string(),
  partnerId: z.string(),
});

const isGeneration = (kind: string): kind is Scheduled['kind'] =>
  ['partner payments', 'facility payments', 'member payments'].includes(kind);

/**
 * Returns the writes that make a failed generation the running one of its list again; none for other jobs. Throws
 * 'conflict' if the list was generated since.
 */
export async function generationResumed({ id, kind, input }: JobRecord): Promise<Change[]> {
  if (!isGeneration(kind)) return [];
  const generation = ofMonth.parse(input);
  const { periodId, partnerId } = generation;
  const all = listOfScheduled({ ...generation, kind }, periodId);
  // the release of paycheck reimbursements is a generation of one partner's list
  const own = lists.memberPayments(
    generation.programPaymentTypeId,
    generation.paymentTypeId,
    partnerId,
    periodId,
  );
  const generations = await loadLastGenerations([...new Set([all, own])]);
  const before = generations.find(({ jobId }) => jobId === id);
  const lost = new Refusal(
    'conflict',
    'These payments were generated again since. Nothing was changed. Reload the page.',
  );
  if (!before) throw lost;
  return generationStarted(before, { list: before.list, jobId: id }, lost);
}
