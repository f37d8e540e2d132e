import type { PeriodId } from '../calendar.ts';
import { closedPeriods, isClosed, periodsToCurrent } from '../periods/period.ts';
import type { ProgramPaymentTypeId } from '../programs.ts';
import { Refusal } from '../refusal.ts';
import {
  facilityPayments,
  memberDues,
  memberReimbursements,
  partnerDues,
  partnerFees,
  paymentTypes,
} from './payment-status.ts';

/**
 * What a partner pays by program payment type (spec 3 §4). A partner that pays all owes one payment, its fees; where
 * partner and member share, the dues part is a payment of its own, so that the two together are the whole.
 */
export const partnerPaymentTypes: Record<ProgramPaymentTypeId, readonly number[]> = {
  1: [partnerFees],
  2: [partnerFees],
  3: [partnerFees, partnerDues],
};

/** What members pay or are paid by program payment type; nothing where the partner pays all. */
export const memberPaymentTypes: Record<ProgramPaymentTypeId, readonly number[]> = {
  1: [],
  2: [memberDues, memberReimbursements],
  3: [memberDues, memberReimbursements],
};

/** The name of a payment type, such as "GM partner fees". */
export const paymentTypeName = (id: number): string =>
  paymentTypes.find((type) => type.id === id)?.name ?? '';

/** Payment types as a selection list shows them. */
export const paymentTypeOptions = (ids: readonly number[]): { id: number; name: string }[] =>
  ids.map((id) => ({ id, name: paymentTypeName(id) }));

/**
 * Which periods a payment may be made for (spec 3 §4, "Periods offered"): closed usage periods where the amount
 * follows from the use of the month, every month until the current one where it does not.
 */
export function periodsOffered(
  programPaymentTypeId: ProgramPaymentTypeId,
  paymentTypeId: number,
): 'closed' | 'until current' {
  const followsUse = [facilityPayments, memberReimbursements].includes(paymentTypeId);
  const sharedDues = programPaymentTypeId === 3 && paymentTypeId === partnerDues;
  return programPaymentTypeId === 1 || followsUse || sharedDues ? 'closed' : 'until current';
}

/** The newest period a payment may be made for: what the scheduled work generates. */
export function newestPeriodOffered(
  programPaymentTypeId: ProgramPaymentTypeId,
  paymentTypeId: number,
  now: Date,
): PeriodId {
  const closed = periodsOffered(programPaymentTypeId, paymentTypeId) === 'closed';
  return (closed ? closedPeriods(now) : periodsToCurrent(now))[0] ?? '';
}

/** Refuses a period that is not offered for the payment. */
export function mustBeOffered(
  programPaymentTypeId: ProgramPaymentTypeId,
  paymentTypeId: number,
  period: PeriodId,
  now: Date,
): void {
  if (periodsOffered(programPaymentTypeId, paymentTypeId) === 'closed') {
    if (!isClosed(period, now))
      throw new Refusal(
        'invalid',
        'This month is not closed yet. Clubs report their check-ins until the 8th of the next month.',
        'periodID',
      );
  } else if (period > (periodsToCurrent(now)[0] ?? ''))
    throw new Refusal('invalid', 'This month has not begun yet.', 'periodID');
}
