import { accountReason, type DebitedAccount } from '../bank-files/debit-authorization.ts';
import { waitingReason } from '../bank-files/exclusion.ts';
import { isNeverResent, resendError } from '../bank-files/resend.ts';
import { addBankingDays, type CalendarDate } from '../calendar.ts';
import { deleted, onHold, type Member } from '../members/member.ts';
import { leftUnpaid } from '../payments/dues-collected.ts';
import { duesPaidBackId, preventsCollection } from '../payments/dues-paid-back.ts';
import { owesDuesFor } from '../payments/member-payment.ts';
import {
  isOfKind,
  isReserved,
  memberDues,
  returned,
  type MemberPayment,
  type Payment,
} from '../payments/payment.ts';
import type { ReturnedDuesStep } from './bank-details.ts';

interface ReturnedDuesContext {
  member: Member;
  /** The member's payments, which include the refunds of the dues. */
  payments: readonly Payment[];
  /** The account for withdrawals. */
  account: (DebitedAccount & { changedAt: string }) | undefined;
  today: CalendarDate;
}

/** Returns the dues that the bank returned and the member still owes. */
export function returnedDuesOf({
  member,
  payments,
}: Pick<ReturnedDuesContext, 'member' | 'payments'>): MemberPayment[] {
  if (leftUnpaid(member)) return [];
  const refundedIds = new Set(payments.filter(preventsCollection).map(({ id }) => id));
  return payments
    .filter((payment) => isOfKind(payment, 'member'))
    .filter(
      (payment) =>
        payment.paymentTypeId === memberDues &&
        payment.status === returned &&
        payment.amountToBeSent > 0 &&
        !refundedIds.has(duesPaidBackId(payment)) &&
        owesDuesFor(member, payment.periodId),
    );
}

/** Returns what happens next with returned dues. */
export function nextStepOf(
  dues: MemberPayment,
  { member, account, today }: Omit<ReturnedDuesContext, 'payments'>,
): ReturnedDuesStep {
  if (isReserved(dues)) return 'retry';
  if (isNeverResent(dues)) return 'contact';
  if (member.invitationStatus === onHold) return 'inactive';
  const isBlocked =
    resendError(dues, { today, account }) ??
    waitingReason(dues, member) ??
    accountReason(dues, account, addBankingDays(today, 1));
  if (!isBlocked) return 'retry';
  // the accounts of former members are no longer debited
  return member.invitationStatus === deleted ? 'contact' : 'account';
}

/** Returns the earliest day of a retry. */
export const retryDay = (today: CalendarDate): CalendarDate => addBankingDays(today, 1);

/** Returns the returned dues that are withdrawn again. */
export const retriesOf = (context: ReturnedDuesContext): MemberPayment[] =>
  returnedDuesOf(context).filter((dues) => nextStepOf(dues, context) === 'retry');
