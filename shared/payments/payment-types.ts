import type { PeriodId } from '../calendar.ts';
import { closedPeriods, duesPeriods, isClosed, notClosedYet, periodsToCurrent } from '../periods/period.ts';
import type { ProgramPaymentTypeId } from '../programs.ts';
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

/** What a partner's payments are shown by: with what goes by paycheck, a summary that is generated with reimbursements. */
export const shownPartnerPaymentTypes: Record<ProgramPaymentTypeId, readonly number[]> = {
  1: partnerPaymentTypes[1],
  2: [...partnerPaymentTypes[2], partnerReimbursements],
  3: [...partnerPaymentTypes[3], partnerReimbursements],
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
 * Which periods a payment may be made for (spec 3 §4, "Periods offered"): closed usage periods where the amount follows
 * from the use of the month, every month until the current one where it does not, and for member dues from the 25th on
 * the next one too. Facility payments may be made until the current month where members pay: by hand, knowing that the
 * month is open.
 */
export function periodsOffered(
  programPaymentTypeId: ProgramPaymentTypeId,
  paymentTypeId: number,
): 'closed' | 'until current' | 'dues' {
  const timing = generationTiming(programPaymentTypeId, paymentTypeId);
  if (timing === 'ahead') return 'dues';
  const byHand = paymentTypeId === facilityPayments && programPaymentTypeId !== 1;
  return timing === 'closed' && !byHand ? 'closed' : 'until current';
}

/** The newest period a payment may be made for on a day. */
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
 * The newest period whose time to be generated has come: what the schedules generate. Where members pay, facility
 * payments wait for the closing of the month although a person may make them before.
 */
export const newestPeriodToGenerate = (
  programPaymentTypeId: ProgramPaymentTypeId,
  paymentTypeId: number,
  now: Date,
): PeriodId =>
  generationTiming(programPaymentTypeId, paymentTypeId) === 'closed'
    ? (closedPeriods(now)[0] ?? '')
    : newestPeriodOffered(programPaymentTypeId, paymentTypeId, now);

/** Refuses a period that is not offered for the payment, and says from when it is. */
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
