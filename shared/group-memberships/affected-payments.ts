import * as z from 'zod';
import { nextPeriod, periodName, periodOf, type PeriodId } from '../calendar.ts';
import { money, showMoney } from '../money.ts';
import { isCorrected } from '../payments/correction.ts';
import { facilityPayments, paymentStatusName, type Payment } from '../payments/payment.ts';
import { paymentsAtStart, paymentsInText } from '../payments/payment-types.ts';
import { isReplaceable, type Outcome } from '../payments/regeneration.ts';
import { Refusal } from '../refusal.ts';
import { onWire } from '../wire-names.ts';
import type { GroupMembership } from './group-membership.ts';
import { termsFor } from './terms-versions.ts';

/** Effect of changed terms on the existing payments of one type and month. Amounts are in cents. */
export const affectedPayments = z.object({
  paymentTypeId: onWire('paymentTypeID', z.int()),
  periodId: onWire('periodID', z.string()),
  count: z.int(),
  before: money(),
  after: money(),
  /** Why the payment keeps its amount; null if it changes. */
  unchangedReason: onWire('keptBecause', z.string().nullable()),
  /** Corrected amount to send; it is removed if it exceeds the new total. */
  correction: z.object({ amount: money(), isRemoved: z.boolean() }).nullable(),
});
export type AffectedPayments = z.output<typeof affectedPayments>;

const feeFields = [
  'adminFee',
  'monthlyInstallment',
  'duesForOneMemberPerMonthPaidToFacility',
  'paymentForActivatedMembersOnly',
] as const;

/** Returns true if the fees of a month differ after a change. */
export function feesDiffer(before: GroupMembership, after: GroupMembership, period: PeriodId): boolean {
  const [terms, other] = [termsFor(before, period), termsFor(after, period)];
  return feeFields.some((field) => terms[field] !== other[field]);
}

const mostLaunchMonths = 24;

/**
 * Returns the months that are owed only before or only after a change of the launch date. Throws ('invalid') if there are
 * more than 24.
 */
export function launchMonths(before: GroupMembership, after: GroupMembership): PeriodId[] {
  const [from = '', to = ''] = [periodOf(before.launchDate), periodOf(after.launchDate)].toSorted();
  const months: PeriodId[] = [];
  for (let period = from; period < to; period = nextPeriod(period)) {
    if (months.length === mostLaunchMonths)
      throw new Refusal('invalid', 'Launch Date can move by at most 24 months.', 'launchDate');
    months.push(period);
  }
  return months;
}

/**
 * Returns the effect of changed terms on an existing payment; undefined if it does not change. `due` is undefined if
 * nothing is owed.
 */
export function affectedPayment(
  existing: Payment,
  due: Payment | undefined,
  outcome: Outcome | undefined,
): AffectedPayments | undefined {
  const { paymentTypeId, periodId, totalPayment: before, amountToBeSent } = existing;
  const after = due?.totalPayment ?? 0;
  if (before === after) return undefined;
  return {
    paymentTypeId,
    periodId,
    count: 1,
    before,
    after,
    unchangedReason: isReplaceable(existing) ? null : paymentStatusName(existing.status),
    correction:
      isCorrected(existing) && isReplaceable(existing)
        ? { amount: amountToBeSent, isRemoved: outcome?.what !== 'changed' || outcome.droppedCorrection }
        : null,
  };
}

/** Formats the effect for screens and messages. */
export function formatAffectedPayments(payments: AffectedPayments): string {
  const isFacility = payments.paymentTypeId === facilityPayments;
  const name = isFacility
    ? `${payments.count} facility ${payments.count === 1 ? 'payment' : 'payments'}`
    : payments.count > 1
      ? `${payments.count} ${paymentsInText(payments.paymentTypeId)}`
      : paymentsAtStart(payments.paymentTypeId);
  const what = `${name} for ${periodName(payments.periodId)}`;
  if (payments.unchangedReason !== null)
    return `${what}: ${showMoney(payments.before)} stays, not ${showMoney(payments.after)} (${payments.unchangedReason}).`;
  const correction = payments.correction
    ? ` The correction to ${showMoney(payments.correction.amount)} ${payments.correction.isRemoved ? 'is removed' : 'stays'}.`
    : '';
  return `${what}: ${showMoney(payments.before)} → ${showMoney(payments.after)}.${correction}`;
}
