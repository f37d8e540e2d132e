import {
  facilityPayments,
  memberDues,
  memberReimbursements,
  partnerDues,
  partnerFees,
  paymentKinds,
  type PaymentKind,
} from '../../../shared/payments/payment.ts';
import { paymentListName } from '../../table/keys.ts';
import {
  memberPaid,
  partnerPaid,
  sharedCost,
  type ProgramPaymentTypeId,
  programPaymentTypeId,
} from '../../../shared/programs.ts';
import * as z from 'zod';
import { storedPartnerScope } from '../../../shared/ids.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { JobRecord } from '../../jobs/store.ts';
import type { Change } from '../../table/write.ts';
import { duesLock } from './generation.ts';
import { generatedList, generationStarted, loadLastGenerations } from './generation-store.ts';

export interface Scheduled {
  kind: PaymentKind;
  programPaymentTypeId: ProgramPaymentTypeId;
  paymentTypeId: number;
}

/** Member dues: on the 25th for the next month; on the 1st for missing ones. */
export const duesGenerations: readonly Scheduled[] = [
  { kind: 'member', programPaymentTypeId: memberPaid, paymentTypeId: memberDues },
  { kind: 'member', programPaymentTypeId: sharedCost, paymentTypeId: memberDues },
];

/** Partner payments for the current month if members pay too: on the 1st. */
export const currentMonthGenerations: readonly Scheduled[] = [
  { kind: 'partner', programPaymentTypeId: memberPaid, paymentTypeId: partnerFees },
  { kind: 'partner', programPaymentTypeId: sharedCost, paymentTypeId: partnerFees },
];

/** Payments of a closed month: on the 9th, the day after the clubs' reporting deadline. */
export const closedMonthGenerations: readonly Scheduled[] = [
  { kind: 'partner', programPaymentTypeId: partnerPaid, paymentTypeId: partnerFees },
  { kind: 'partner', programPaymentTypeId: sharedCost, paymentTypeId: partnerDues },
  { kind: 'facility', programPaymentTypeId: partnerPaid, paymentTypeId: facilityPayments },
  { kind: 'facility', programPaymentTypeId: memberPaid, paymentTypeId: facilityPayments },
  { kind: 'facility', programPaymentTypeId: sharedCost, paymentTypeId: facilityPayments },
  { kind: 'member', programPaymentTypeId: memberPaid, paymentTypeId: memberReimbursements },
  { kind: 'member', programPaymentTypeId: sharedCost, paymentTypeId: memberReimbursements },
];

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
  partnerId: storedPartnerScope,
});

/** Returns the generation of a job; none for other jobs. */
function generationOf({ kind: jobKind, input }: Pick<JobRecord, 'kind' | 'input'>) {
  const kind = paymentKinds.find((paymentKind) => jobKind === `${paymentKind} payments`);
  return kind && { kind, ...ofMonth.parse(input) };
}

/** Progress of a generation that has written no payments. */
const atBegin = z.object({ phase: z.enum(['begin', 'plan']) });

/**
 * Returns why a failed generation is not resumed, because the dues of its month are locked; none for other jobs, and for a
 * generation with payments, which sets their totals and adds no further ones.
 */
export async function resumptionLock(
  job: Pick<JobRecord, 'kind' | 'input' | 'cursor'>,
  now: Date,
): Promise<string | undefined> {
  const generation = generationOf(job);
  const hasWritten = job.cursor !== '' && !atBegin.safeParse(JSON.parse(job.cursor)).success;
  return generation && !hasWritten ? duesLock(generation, now) : undefined;
}

/**
 * Returns the writes that make a failed generation the running one of its list again; none for other jobs. Throws
 * 'conflict' if the list was generated since, or the dues of the month are locked.
 */
export async function generationResumed(job: JobRecord, now: Date): Promise<Change[]> {
  const generation = generationOf(job);
  if (!generation) return [];
  const locked = await resumptionLock(job, now);
  if (locked !== undefined) throw new Refusal('conflict', locked);
  // the release of paycheck reimbursements is a generation of one partner's list
  const { kind } = generation;
  const names = [generatedList(kind, generation), paymentListName(kind, generation)];
  const generations = await loadLastGenerations([...new Set(names)]);
  const before = generations.find(({ jobId }) => jobId === job.id);
  const lost = new Refusal(
    'conflict',
    'These payments were generated again since. Nothing was changed. Reload the page.',
  );
  if (!before) throw lost;
  return generationStarted(before, { list: before.list, jobId: job.id }, lost);
}
