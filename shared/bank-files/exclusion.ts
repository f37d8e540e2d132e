import { nextPeriod, periodOf, type CalendarDate } from '../calendar.ts';
import { deleted, firstDayOf, onHold, suspended, type Member } from '../members/member.ts';
import { areFirstDuesCollected, isCanceled, leftUnpaid } from '../payments/dues-collected.ts';
import { isDuesPaidBack } from '../payments/dues-paid-back.ts';
import { isMemberWithdrawal, owesDuesFor } from '../payments/member-payment.ts';
import { duesLocked } from '../payments/payment-calendar.ts';
import {
  byPaycheck,
  memberDues,
  memberReimbursements,
  pending,
  returned,
  sentExternally,
  type Payment,
} from '../payments/payment.ts';
import { counterpartReason, monthsPaid, type Counterparts } from '../payments/refund.ts';
import { noticeReason } from '../payments/withdrawal-notice.ts';
import { accountReason, type DebitedAccount } from './debit-authorization.ts';
import { resendError, wasReturned } from './resend.ts';
import { hasWaited, type UsedAccount } from './waited-dues.ts';
import { achPaymentToHc } from '../partners/partner.ts';

export interface ExclusionContext {
  today: CalendarDate;
  at: string;
  /** The payee's account. `held`: rejected by the bank. `usableFrom`: start of use of a replaced account. */
  account: (DebitedAccount & UsedAccount & { changedAt: string }) | undefined;
  effectiveDate: CalendarDate;
  member: Member | undefined;
  counterparts: Counterparts;
  lock: DuesLock | null;
  /** Only refunds of canceled memberships, and of ones that a notice ended earlier, are sent; the reason for the others. */
  refundsOnly?: string | null;
}

/** A closed dues period. `wasCollected`: dues of the partner were in a sent file. */
interface DuesLock {
  today: CalendarDate;
  wasCollected: boolean;
}

export const isFirstDues = (
  { paymentTypeId, periodId }: Pick<Payment, 'paymentTypeId' | 'periodId'>,
  member: Pick<Member, 'startsOn' | 'enrolledOn'>,
): boolean => {
  const firstDay = firstDayOf(member);
  return paymentTypeId === memberDues && firstDay !== null && periodOf(firstDay) === periodId;
};

/**
 * Returns why a payment is excluded; undefined when it is selected, sent, or canceled. A returned payment is resent
 * when its code allows it, even outside the collection period.
 */
export function exclusionReason(payment: Payment, context: ExclusionContext): string | undefined {
  const paysElsewhere = payment.kind === 'partner' && payment.partnerBillingTypeId === achPaymentToHc;
  if (paysElsewhere && [pending, sentExternally].includes(payment.status))
    return 'The partner pays outside the portal.';
  if (payment.status !== pending && payment.status !== returned) return undefined;
  if (payment.isTest) return testPaymentReason;
  if (payment.bankFileId !== null) return 'It is already in another bank file.';
  if (payment.amountToBeSent <= 0) return 'The amount to be sent is zero.';
  const error =
    counterpartReason(payment, context.counterparts) ??
    (wasReturned(payment) ? resendError(payment, context) : undefined);
  if (error) return error;
  if (context.refundsOnly && !isEarlyRefund(payment, context.member)) return context.refundsOnly;
  if (payment.kind === 'member') {
    if (payment.memberBillingTypeId === byPaycheck) return paidByPaycheck;
    const reason = waitingReason(payment, context.member) ?? lockedReason(payment, context);
    if (reason) return reason;
  }
  const accountError = accountReason(payment, context.account, context.effectiveDate);
  if (accountError) return accountError;
  const usableFrom = context.account?.usableFrom;
  return usableFrom && context.at < usableFrom ? replacedAccount : undefined;
}

/**
 * The law limits the days to the refund after a cancellation, and a notice ended the authorization of later dues, so these
 * refunds do not wait for the reimbursements of their month.
 */
export const isEarlyRefund = (payment: Payment, member: Member | undefined): boolean =>
  member !== undefined && (isCanceled(member) || member.noticeOn !== undefined) && isDuesPaidBack(payment);

const paidByPaycheck = 'The employer pays this with the paycheck once the first dues are collected.';

const testPaymentReason = 'The partner is a test partner, so its payments are never sent.';

/** Replaced accounts wait because account takeovers change bank details shortly before a payment (decision 9). */
const replacedAccount =
  'The bank account was changed recently. The payment waits until the new account can be used.';

/** A dues refund waits for its dues, not for the first dues. Without a reason, the payment is no refund. */
type WaitingPayment = Pick<Payment, 'paymentTypeId' | 'periodId'> & Partial<Pick<Payment, 'reason'>>;

/** Returns why a payment is not made while the first dues are not collected, through a bank file or by hand. */
export function firstDuesReason(
  { paymentTypeId, periodId, reason }: WaitingPayment,
  member: Member,
): string | undefined {
  if (areFirstDuesCollected(member)) return undefined;
  const isDues = paymentTypeId === memberDues;
  if (!isDues && (paymentTypeId !== memberReimbursements || (reason && isDuesPaidBack({ reason }))))
    return undefined;
  if (isCanceled(member))
    return `The member canceled the membership within the right of cancellation, so ${isDues ? 'no dues are owed' : 'nothing is reimbursed'}.`;
  if (leftUnpaid(member))
    return `The member left before the first dues were collected, so ${isDues ? 'no dues are owed' : 'nothing is reimbursed'}.`;
  return isDues && isFirstDues({ paymentTypeId, periodId }, member)
    ? undefined
    : 'The payment waits until the first dues are collected.';
}

export function waitingReason(payment: WaitingPayment, member: Member | undefined): string | undefined {
  if (!member) return 'Member not found.';
  const { paymentTypeId, periodId } = payment;
  const { invitationStatus, accountInvalidatedOn } = member;
  const firstDues = firstDuesReason(payment, member);
  if (firstDues) return firstDues;
  // Safeguard: no dues are collected for a month without a day of membership.
  if (paymentTypeId === memberDues && !owesDuesFor(member, periodId))
    return 'The membership was not active in this month, so no dues are owed.';
  if (isAfterNotice(payment, member))
    return 'The membership ended before this month, so nothing is reimbursed.';
  if (invitationStatus === suspended)
    return 'The membership is suspended. The payment waits for new bank details.';
  // a former member owes nothing more that another account could pay; a refused deposit account is held itself
  const isFormerDeposit = invitationStatus === deleted && paymentTypeId === memberReimbursements;
  if (accountInvalidatedOn && !isFormerDeposit)
    return 'The bank rejected the account. The payment waits for new bank details.';
  if (invitationStatus === onHold)
    return 'The membership is on hold. The payment waits until it is active again.';
  return undefined;
}

/** Returns true for a reimbursement of months behind the end of a membership that a notice of an earlier day ended. */
function isAfterNotice({ paymentTypeId, periodId, reason }: WaitingPayment, member: Member): boolean {
  if (paymentTypeId !== memberReimbursements || member.noticeOn === undefined) return false;
  if (reason && isDuesPaidBack({ reason })) return false;
  const months = reason ? monthsPaid({ periodId, reason }) : [periodId];
  return months.every((period) => !owesDuesFor(member, period));
}

/** Applies the dues lock of a closed month, unless dues of the partner were collected (decision 7). */
const lockedReason = (payment: Payment, { member, account, lock }: ExclusionContext): string | undefined =>
  !lock || lock.wasCollected || isNeverLocked(payment, { member, account, today: lock.today })
    ? undefined
    : duesLocked;

/**
 * Returns true for dues that the lock of their month does not exclude: returned ones, those that waited, and first dues
 * until the end of the next month.
 */
export function isNeverLocked(
  payment: Payment,
  {
    member,
    account,
    today,
  }: Pick<ExclusionContext, 'today' | 'member'> & { account: UsedAccount | undefined },
): boolean {
  if (payment.status === returned || hasWaited(payment, { member, account })) return true;
  const isInTime = periodOf(today) <= nextPeriod(payment.periodId);
  return member !== undefined && isInTime && isFirstDues(payment, member);
}

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
