import { formerToken, refundWindowDays } from '../../shared/bank-accounts/bank-account.ts';
import { returnCode } from '../../shared/bank-files/nacha/return-codes.ts';
import { addDays, dateInChicago } from '../../shared/calendar.ts';
import { isDuesPaidBack } from '../../shared/payments/dues-paid-back.ts';
import {
  completed,
  memberDues,
  pending,
  received,
  returned,
  submitted,
  type PaymentStatus,
  isReserved,
  type Payment,
  isOfKind,
  type MemberPayment,
} from '../../shared/payments/payment.ts';
import { repaidDuesId } from '../../shared/payments/refund.ts';
import type { BankAccountRecord } from '../bank-accounts/account-record.ts';
import { formerAccountAdded } from '../bank-accounts/account-write-store.ts';
import { paymentChange } from '../payments/store.ts';
import type { Change } from '../table/write.ts';

const collected: readonly PaymentStatus[] = [submitted, received, completed];
const secondsPerDay = 86_400;

/**
 * Returns the writes that keep a replaced account for refunds: its sealed numbers stay under a token of their own, which
 * the dues that were debited from it and their open refunds name from now on. Dues of a refused account that this one
 * replaced are refunded to the present account. None if no debit can be refunded.
 */
export function debitedAccountChange(
  account: BankAccountRecord,
  payments: readonly Payment[],
  now: Date,
): Change[] {
  // refunds cannot be paid into an account that the bank refused
  if (account.held) return [];
  const oldest = addDays(dateInChicago(now), -refundWindowDays);
  const isOther = (dues: Payment | undefined): boolean =>
    (dues?.attempts.at(-1)?.at ?? account.numbersSince ?? '') < (account.numbersSince ?? '');
  const byId = new Map(payments.map((payment) => [payment.id, payment]));
  const ofAccount = payments.filter(
    (payment) =>
      payment.payeeToken === account.payeeToken &&
      (isOpenRefund(payment)
        ? !isOther(byId.get(repaidDuesId(payment)))
        : isDebited(payment) && !isOther(payment) && dateInChicago(new Date(payment.statusAt)) > oldest),
  );
  if (ofAccount.length === 0) return [];
  const payeeToken = formerToken(account.payeeToken, account.version);
  const former: BankAccountRecord = {
    ...account,
    payeeToken,
    waiting: null,
    usableFrom: null,
    expiresAt: now.getTime() / 1000 + refundWindowDays * secondsPerDay,
    version: 0,
  };
  return [
    ...formerAccountAdded(former),
    ...ofAccount.flatMap((payment) => paymentChange(payment, { ...payment, payeeToken })),
  ];
}

const isDebited = ({ paymentTypeId, status }: Payment): boolean =>
  paymentTypeId === memberDues && collected.includes(status);

const isOpenRefund = (payment: Payment): payment is MemberPayment =>
  isOfKind(payment, 'member') &&
  isDuesPaidBack(payment) &&
  payment.status === pending &&
  !isReserved(payment);

/** True for a refund that the bank returned because of its account: it goes to the next account of the member. */
export const needsAccountAfterReturn = (payment: Payment): boolean => {
  const code = payment.attempts.at(-1)?.returned?.code;
  return (
    isDuesPaidBack(payment) &&
    payment.status === returned &&
    typeof code === 'string' &&
    ['account-invalid', 'retry'].includes(returnCode(code).outcome)
  );
};
