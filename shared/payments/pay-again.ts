import * as z from 'zod';
import { isNeverResent } from '../bank-files/resend.ts';
import type { SentEntry } from '../bank-files/sent-entry.ts';
import { addBankingDays, showDate, type CalendarDate } from '../calendar.ts';
import { reasonText } from '../fields.ts';
import type { GroupMembership } from '../group-memberships/group-membership.ts';
import { owesDuesFor, type PayingMember } from './member-payment.ts';
import { canceled, memberDues, type PaidAgain, type Payment } from './payment.ts';
import { duesLocked } from './payment-calendar.ts';
import { hasLaunched } from './partner-payment.ts';
import { cameBack } from './refund.ts';
import { isPaidExternally } from './regeneration.ts';

export const payAgainForm = z.object({ reason: reasonText() });

/** Banking days after which a reversal can no longer be returned without a dispute. */
const returnWindowDays = 2;

export interface PayAgainContext {
  today: CalendarDate;
  /** The reversing entry of the last attempt. */
  reversal: Pick<SentEntry, 'effectiveDate' | 'returnedBy'> | undefined;
  /** The member of a member payment. */
  member: PayingMember | undefined;
  /** The dues that a refund repays. */
  repaid: Payment | undefined;
  /** True if dues have a refund that was not canceled. */
  isRefunded: boolean;
  /** Program of a payment of a partner or facility. */
  program: Pick<GroupMembership, 'launchDate'> | undefined;
  /** True for dues that were canceled after their month, of which none of the partner were sent. */
  isLocked: boolean;
  /** Why a facility's members are paid by another payment. */
  countedElsewhere: string | undefined;
}

/**
 * Returns why a payment cannot be paid again, or undefined. A reversal must have succeeded, or the payee would receive or
 * pay the amount twice.
 */
export function payAgainError(
  payment: Payment,
  { today, reversal, member, repaid, isRefunded, isLocked, program, countedElsewhere }: PayAgainContext,
): string | undefined {
  if (payment.status !== canceled) return 'Only a canceled payment can be paid again.';
  if (payment.totalPayment === 0 || payment.amountToBeSent === 0) return 'There is nothing to pay.';
  if (isPaidExternally(payment)) return 'This payment is paid outside the portal.';
  if (isNeverResent(payment))
    return 'The bank returned this payment with a code that forbids another attempt.';
  if (reversal?.returnedBy && !payment.attempts.at(-1)?.returned)
    return 'The bank returned the reversal, so the first payment remains. Do not pay it again.';
  const settlesOn = reversal && addBankingDays(reversal.effectiveDate, returnWindowDays);
  if (settlesOn && today <= settlesOn)
    return `The reversal can still come back. Pay again after ${showDate(settlesOn)}.`;
  if (repaid && cameBack(repaid)) return 'The dues that this refund repays were returned or canceled.';
  if (payment.kind !== 'member')
    return program && !hasLaunched(program, payment.periodId)
      ? 'The program began after this month, so nothing is owed.'
      : countedElsewhere;
  if (payment.paymentTypeId !== memberDues) return undefined;
  if (isRefunded) return 'These dues were refunded.';
  if (isLocked) return `${duesLocked}.`;
  return member && owesDuesFor(member, payment.periodId) ? undefined : 'No dues are owed for this month.';
}

/** True for a payment that cannot be paid again whatever happened to other payments. */
export const isNotPayable = (
  payment: Payment,
  member: PayAgainContext['member'],
  today: CalendarDate,
): boolean =>
  payAgainError(payment, {
    today,
    member,
    reversal: undefined,
    repaid: undefined,
    isRefunded: false,
    isLocked: false,
    program: undefined,
    countedElsewhere: undefined,
  }) !== undefined;

type Replaced = Pick<Payment, 'statusAt' | 'attempts' | 'amountToBeSent'>;

/** Returns the record of a canceled payment that is paid again. */
export const paidAgainBy = (
  { statusAt, attempts, amountToBeSent }: Replaced,
  by: Pick<PaidAgain, 'at' | 'reason' | 'requestedBy' | 'approvedBy'>,
): PaidAgain => ({
  ...by,
  amount: amountToBeSent,
  replaces: { canceledAt: statusAt, trace: attempts.at(-1)?.trace ?? null },
});

/** Returns the record of the second administrator's approval; undefined without a request of another administrator. */
export const approvedAgain = (
  payment: Replaced & Pick<Payment, 'payAgainRequest'>,
  approvedBy: string,
  at: string,
): PaidAgain | undefined => {
  const { payAgainRequest: request } = payment;
  return request && request.requestedBy !== approvedBy
    ? paidAgainBy(payment, { at, reason: request.reason, requestedBy: request.requestedBy, approvedBy })
    : undefined;
};
