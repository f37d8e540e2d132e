import {
  facilityPayments,
  memberDues,
  memberReimbursements,
  partnerDues,
  partnerFees,
} from '../../../shared/payments/payment-status.ts';
import { lists } from '../../table/keys.ts';
import type { Scheduled } from './scheduled-generation.ts';

/** Member dues: on the 25th for the next month; on the 1st for missing ones. */
export const duesGenerations: readonly Scheduled[] = [
  { kind: 'member payments', programPaymentTypeId: 2, paymentTypeId: memberDues },
  { kind: 'member payments', programPaymentTypeId: 3, paymentTypeId: memberDues },
];

/** Partner payments for the current month if members pay too: on the 1st. */
export const currentMonthGenerations: readonly Scheduled[] = [
  { kind: 'partner payments', programPaymentTypeId: 2, paymentTypeId: partnerFees },
  { kind: 'partner payments', programPaymentTypeId: 3, paymentTypeId: partnerFees },
];

/** Payments of a closed month: on the 9th, the day after the clubs' reporting deadline. */
export const closedMonthGenerations: readonly Scheduled[] = [
  { kind: 'partner payments', programPaymentTypeId: 1, paymentTypeId: partnerFees },
  { kind: 'partner payments', programPaymentTypeId: 3, paymentTypeId: partnerDues },
  { kind: 'facility payments', programPaymentTypeId: 1, paymentTypeId: facilityPayments },
  { kind: 'facility payments', programPaymentTypeId: 2, paymentTypeId: facilityPayments },
  { kind: 'facility payments', programPaymentTypeId: 3, paymentTypeId: facilityPayments },
  { kind: 'member payments', programPaymentTypeId: 2, paymentTypeId: memberReimbursements },
  { kind: 'member payments', programPaymentTypeId: 3, paymentTypeId: memberReimbursements },
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
