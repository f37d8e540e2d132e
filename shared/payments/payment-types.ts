import type { PeriodId } from '../calendar.ts';
import { closedPeriods, duesPeriods, isClosed, notClosedYet, periodsToCurrent } from '../periods/period.ts';
import { isPartnerPaid, type ProgramPaymentTypeId } from '../programs.ts';
import { Refusal } from '../refusal.ts';
import { generationTiming } from './payment-calendar.ts';
import {
  facilityPayments,
  memberDues,
  memberReimbursements,
  partnerDues,
  partnerFees,
  partnerReimbursements,
  paymentTypes,
} from './payment.ts';

/**
 * Partner payment types by program payment type (spec 3 §4). A partner that pays all owes one payment, its fees. If
 * partner and member share the cost, the dues are a separate payment, so that the two add up to the whole.
 */
export const partnerPaymentTypes: Record<ProgramPaymentTypeId, readonly number[]> = {
  1: [partnerFees],
  2: [partnerFees],
  3: [partnerFees, partnerDues],
};

/** Partner payment types on screens, including the paycheck summary that is generated with reimbursements. */
export const listedPartnerPaymentTypes: Record<ProgramPaymentTypeId, readonly number[]> = {
  1: partnerPaymentTypes[1],
  2: [...partnerPaymentTypes[2], partnerReimbursements],
  3: [...partnerPaymentTypes[3], partnerReimbursements],
};

/** Member payment types by program payment type; none if the partner pays all. */
export const memberPaymentTypes: Record<ProgramPaymentTypeId, readonly number[]> = {
  1: [],
  2: [memberDues, memberReimbursements],
  3: [memberDues, memberReimbursements],
};

export const paymentTypeName = (id: number): string =>
  paymentTypes.find((type) => type.id === id)?.name ?? '';

/** Returns a payment type within a text, such as "partner fees"; the specified label begins with "GM". */
export const paymentsInText = (id: number): string => paymentTypeName(id).replace(/^GM /, '');

/** Returns a payment type at the beginning of a text, such as "Partner fees". */
export const paymentsAtStart = (id: number): string =>
  paymentsInText(id).replace(/^./, (letter) => letter.toUpperCase());

export const paymentTypeOptions = (ids: readonly number[]): { id: number; name: string }[] =>
  ids.map((id) => ({ id, name: paymentTypeName(id) }));

/**
 * Returns the periods for which payments can be created (spec 3 §4, "Periods offered"): closed usage periods if the
 * amount depends on usage, otherwise every month up to the current one and, for member dues from the 25th on, the next
 * one. Facility payments of the current month can be created manually if members pay.
 */
export function periodsOffered(
  programPaymentTypeId: ProgramPaymentTypeId,
  paymentTypeId: number,
): 'closed' | 'until current' | 'dues' {
  const timing = generationTiming(programPaymentTypeId, paymentTypeId);
  if (timing === 'ahead') return 'dues';
  const byHand = paymentTypeId === facilityPayments && !isPartnerPaid({ programPaymentTypeId });
  return timing === 'closed' && !byHand ? 'closed' : 'until current';
}

export function newestPeriodOffered(
  programPaymentTypeId: ProgramPaymentTypeId,
  paymentTypeId: number,
  now: Date,
): PeriodId {
  const offered = periodsOffered(programPaymentTypeId, paymentTypeId);
  const periods = { closed: closedPeriods, 'until current': periodsToCurrent, dues: duesPeriods };
  return periods[offered](now)[0] ?? '';
}

/**
 * Returns the newest period that the schedules generate. If members pay, scheduled facility payments wait until the
 * month is closed, although users can create them earlier.
 */
export const newestPeriodToGenerate = (
  programPaymentTypeId: ProgramPaymentTypeId,
  paymentTypeId: number,
  now: Date,
): PeriodId =>
  generationTiming(programPaymentTypeId, paymentTypeId) === 'closed'
    ? (closedPeriods(now)[0] ?? '')
    : newestPeriodOffered(programPaymentTypeId, paymentTypeId, now);

/** Refuses a period that is not offered yet and reports when it will be. */
export function mustBeOffered(
  programPaymentTypeId: ProgramPaymentTypeId,
  paymentTypeId: number,
  period: PeriodId,
  now: Date,
): void {
  if (periodsOffered(programPaymentTypeId, paymentTypeId) === 'closed') {
    if (!isClosed(period, now)) throw new Refusal('invalid', notClosedYet(period), 'periodId');
  } else if (period > newestPeriodOffered(programPaymentTypeId, paymentTypeId, now))
    throw new Refusal('invalid', 'This month has not begun yet.', 'periodId');
}
