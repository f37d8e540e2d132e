import { waitingReason } from '../bank-files/exclusion.ts';
import type { Member } from '../members/member.ts';
import { leftUnpaid } from '../payments/dues-collected.ts';
import { isDuesPaidBack } from '../payments/dues-paid-back.ts';
import {
  byBankAccount,
  isOfKind,
  memberReimbursements,
  pending,
  received,
  returned,
  submitted,
  type MemberPayment,
  type Payment,
} from '../payments/payment.ts';
import { cameBack, refundWait, repaidDuesId } from '../payments/refund.ts';
import { reimbursementWait } from '../payments/reimbursement-wait.ts';
import type { OpenDeposit } from './bank-details.ts';
import {
  isFormerMember,
  needsAnotherAccount,
  wasReturnedForAccount,
  type DepositAccount,
} from './former-member-account.ts';

type LastFourAccount = DepositAccount & { lastFour: string };

interface DepositContext {
  member: Member;
  dues: ReadonlyMap<string, Payment>;
  accounts: readonly LastFourAccount[];
}

/**
 * Returns the payments to a member that are not completed: refunds of dues, and, after the membership ended,
 * reimbursements, which members otherwise see on their own page.
 */
export function openDepositsOf(
  member: Member,
  payments: readonly Payment[],
  accounts: readonly LastFourAccount[],
): OpenDeposit[] {
  const context = { member, accounts, dues: new Map(payments.map((payment) => [payment.id, payment])) };
  return payments
    .filter((payment) => isOfKind(payment, 'member'))
    .filter(
      (payment) =>
        payment.paymentTypeId === memberReimbursements &&
        payment.memberBillingTypeId === byBankAccount &&
        payment.amountToBeSent > 0 &&
        (isDuesPaidBack(payment) || isFormerMember(member)),
    )
    .flatMap((payment) => {
      const state = stateOf(payment, context);
      if (!state) return [];
      const account = accounts.find(({ payeeToken }) => payeeToken === payment.payeeToken);
      return [
        {
          amount: payment.amountToBeSent,
          periodId: payment.periodId,
          isDuesPaidBack: isDuesPaidBack(payment),
          lastFour: state === 'account' ? null : (account?.lastFour ?? null),
          state,
        },
      ];
    });
}

/** Returns undefined for a payment that is completed, canceled, or will not be made. */
function stateOf(
  payment: MemberPayment,
  { member, dues, accounts }: DepositContext,
): OpenDeposit['state'] | undefined {
  if (payment.status === submitted || payment.status === received) return 'sent';
  if (payment.status !== pending && payment.status !== returned) return undefined;
  const isRefund = isDuesPaidBack(payment);
  const repaid = dues.get(repaidDuesId(payment));
  if (isRefund ? !repaid || cameBack(repaid) : leftUnpaid(member)) return undefined;
  if (payment.status === returned && !wasReturnedForAccount(payment)) return 'contact';
  if (needsAnotherAccount(payment, accounts)) return 'account';
  if (isRefund && refundWait({ payment: repaid, isReversing: false })) return 'settlement';
  if (reimbursementWait(payment, { member, dues, files: [] })) return 'dues';
  return waitingReason(payment, member) ? 'inactive' : 'next';
}
