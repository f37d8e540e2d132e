import { nextPeriod, periodOf, type CalendarDate } from '../calendar.ts';
import { enrolledWaitingForPayment, firstDayOf, onHold, suspended, type Member } from '../members/member.ts';
import { isMemberWithdrawal, owesDuesFor } from '../payments/member-payment.ts';
import { duesLocked } from '../payments/payment-calendar.ts';
import {
  memberDues,
  memberReimbursements,
  pending,
  returned,
  sentExternally,
} from '../payments/payment-status.ts';
import type { Payment } from '../payments/payment.ts';
import { counterpartReason, type Counterparts } from '../payments/refund.ts';
import { noticeReason } from '../payments/withdrawal-notice.ts';
import { resendProblem } from './resend.ts';

/** What decides about a payment beside itself. Dates are calendar dates in Chicago. */
export interface ExclusionContext {
  today: CalendarDate;
  /** The ISO instant of the question. */
  at: string;
  /** The payee's account; `held` while the bank says that it cannot be used, replaced until the instant `usableFrom`. */
  account:
    | { changedAt: string; held?: object | null | undefined; usableFrom?: string | null | undefined }
    | undefined;
  /** The member of a member payment; undefined for the payments of partners and facilities. */
  member: Member | undefined;
  /** The dues of a refund, and the refund of returned dues. */
  counterparts: Counterparts;
  /** Set when the month's dues are over, and to nothing else. */
  lock: DuesLock | null;
}

/**
 * A payment of a month went out in a file once, whatever became of it: then the month’s dues were collected.
 */
export const wasCollected = ({ bankFileId, status, attempts }: Payment): boolean =>
  (bankFileId !== null && status !== pending) || attempts.length > 0;

/** A month whose dues are over: `wasCollected` when other dues of it went out in a file. */
export interface DuesLock {
  today: CalendarDate;
  wasCollected: boolean;
}

/** The dues of the month in which the member's enrollment begins. */
export const isFirstDues = (
  { paymentTypeId, periodId }: Pick<Payment, 'paymentTypeId' | 'periodId'>,
  member: Pick<Member, 'startsOn' | 'enrolledOn'>,
): boolean => {
  const firstDay = firstDayOf(member);
  return paymentTypeId === memberDues && firstDay !== null && periodOf(firstDay) === periodId;
};

/**
 * Why a payment stays out of the file, as the sentence that people read; undefined when it goes in, or when it was
 * sent or canceled and is no part of the question. It stays as it is and goes with the next run. A returned payment
 * goes in again when its code allows it, outside of the collecting time too.
 */
export function exclusionReason(payment: Payment, context: ExclusionContext): string | undefined {
  const paysElsewhere = payment.kind === 'partner' && payment.partnerBillingTypeId === 1;
  if (paysElsewhere && [pending, sentExternally].includes(payment.status))
    return 'The partner pays outside of the portal.';
  if (payment.status !== pending && payment.status !== returned) return undefined;
  if (payment.bankFileId !== null) return 'It is in another bank file that is on its way.';
  const problem =
    counterpartReason(payment, context.counterparts) ??
    (payment.status === returned ? resendProblem(payment, context) : undefined);
  if (problem) return problem;
  if (payment.amountToBeSent <= 0) return 'The amount to be sent is zero.';
  if (payment.kind === 'member') {
    const reason = waitingReason(payment, context.member) ?? lockedReason(payment, context);
    if (reason) return reason;
  }
  if (context.account?.held) return 'The bank returned the account. The payment waits for new bank details.';
  if (!context.account) return 'There is no bank account.';
  const { usableFrom } = context.account;
  return usableFrom && context.at < usableFrom ? replacedAccount : undefined;
}

/** Whoever takes over an account changes the bank details just before the money moves (decision 103). */
const replacedAccount =
  'The bank account was changed a short time ago. The payment waits until the new one may be used.';

/** Why a member's payment waits (decision 34); undefined when it does not. */
export function waitingReason(
  { paymentTypeId, periodId }: Pick<Payment, 'paymentTypeId' | 'periodId'>,
  member: Member | undefined,
): string | undefined {
  if (!member) return 'The member of this payment was not found.';
  const { invitationStatus, accountInvalidatedOn } = member;
  // whatever happened while it was generated: nobody pays for a month without a day of membership
  if (paymentTypeId === memberDues && !owesDuesFor(member, periodId))
    return 'The membership has no day in this month, so no dues are owed for it.';
  if (invitationStatus === suspended)
    return 'The membership is suspended. The payment waits for new bank details.';
  if (accountInvalidatedOn) return 'The bank returned the account. The payment waits for new bank details.';
  if (invitationStatus === onHold)
    return 'The membership is on hold. The payment waits until it is active again.';
  const waitsForFirstDues =
    paymentTypeId === memberReimbursements && invitationStatus === enrolledWaitingForPayment;
  return waitsForFirstDues ? 'The first dues have not been sent. The payment waits for them.' : undefined;
}

/**
 * The lock of a month that is over does not hold first dues until the end of the next month, nor payments that waited:
 * those that are left of a month whose dues were collected (decision 34).
 */
function lockedReason(payment: Payment, { member, lock }: ExclusionContext): string | undefined {
  if (!lock || lock.wasCollected || payment.status === returned) return undefined;
  const isInTime = periodOf(lock.today) <= nextPeriod(payment.periodId);
  return member && isInTime && isFirstDues(payment, member) ? undefined : duesLocked;
}

/** Why a withdrawal that nothing else holds waits: the member was not told of it in time for that day. */
export const unannouncedReason = (
  payment: Payment,
  member: Member | undefined,
  effectiveDate: CalendarDate,
): string | undefined =>
  payment.kind === 'member' &&
  member &&
  [pending, returned].includes(payment.status) &&
  isMemberWithdrawal(payment)
    ? noticeReason(payment, member, effectiveDate)
    : undefined;
