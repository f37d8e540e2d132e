import { returnCode } from '../bank-files/nacha/return-codes.ts';
import { deleted, firstDayOf, type Member } from '../members/member.ts';
import {
  byBankAccount,
  memberReimbursements,
  pending,
  returned,
  isOfKind,
  type MemberPayment,
  type Payment,
} from '../payments/payment.ts';

/** True for a deleted membership that was enrolled: payments to it can still be due. */
export const isFormerMember = (member: Member): boolean =>
  member.invitationStatus === deleted && firstDayOf(member) !== null;

/**
 * Returns the deposits that a new account can pay: those that are Pending, and those that the bank returned because of
 * the account.
 */
export const depositsForAccount = (payments: readonly Payment[]): MemberPayment[] =>
  payments
    .filter((payment) => isOfKind(payment, 'member'))
    .filter(
      (payment) =>
        payment.paymentTypeId === memberReimbursements &&
        payment.memberBillingTypeId === byBankAccount &&
        payment.amountToBeSent > 0 &&
        (payment.status === pending || wasReturnedForAccount(payment)),
    );

/** True for a deposit that the bank returned because of the account. */
export const wasReturnedForAccount = ({ status, attempts }: MemberPayment): boolean => {
  const code = attempts.at(-1)?.returned?.code;
  return status === returned && !!code && ['account-invalid', 'retry'].includes(returnCode(code).outcome);
};

/** The part of a bank account that decides whether deposits leave it. */
export interface DepositAccount {
  payeeToken: string;
  changedAt: string;
  held?: object | null | undefined;
}

/**
 * True when the deposit cannot be paid to its account: there is none, the bank refused it, or it returned the deposit
 * and the account has not changed since. A refund to a usable source account keeps that account.
 */
export function needsAnotherAccount(
  { payeeToken, status, attempts }: MemberPayment,
  accounts: readonly DepositAccount[],
): boolean {
  const account = accounts.find((depositAccount) => depositAccount.payeeToken === payeeToken);
  if (!account || account.held) return true;
  return status === returned && account.changedAt <= (attempts.at(-1)?.at ?? '');
}

/** The error for a former member without a waiting payment. */
export const noDepositWaits = 'No payment to this former member waits for a deposit account.';
