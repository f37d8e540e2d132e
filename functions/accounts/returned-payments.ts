import type { ReturnedPayment } from '../../shared/accounts/bank-details.ts';
import { returnCode } from '../../shared/bank-files/nacha/return-codes.ts';
import { dateInChicago } from '../../shared/calendar.ts';
import type { Member } from '../../shared/members/member.ts';
import { memberDues, memberReimbursements, returned } from '../../shared/payments/payment-status.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import type { ProgramPaymentTypeId } from '../../shared/programs.ts';
import { loadMemberPayments, periodsOf } from './member-payments.ts';

/** An older return no longer explains why an account is refused today. */
const recentMonths = 12;

const returnedAt = ({ attempts }: Payment): string => attempts.at(-1)?.returned?.at ?? '';

function lastReturned(payments: readonly Payment[], paymentTypeId: number): ReturnedPayment | null {
  const [last] = payments
    .filter((payment) => payment.paymentTypeId === paymentTypeId && payment.status === returned)
    .toSorted((a, b) => returnedAt(b).localeCompare(returnedAt(a)));
  if (!last) return null;
  const { at, code } = last.attempts.at(-1)?.returned ?? { at: last.statusAt, code: null };
  return {
    amount: last.amountToBeSent,
    periodId: last.periodId,
    date: dateInChicago(new Date(at)),
    reason: code === null ? null : returnCode(code).meaning,
  };
}

/** Loads the last withdrawal and deposit that the bank returned; a later success of the payment clears it. */
export async function loadReturnedPayments(
  member: Member,
  { programPaymentTypeId }: { programPaymentTypeId: ProgramPaymentTypeId },
  now: Date,
): Promise<{ returnedWithdrawal: ReturnedPayment | null; returnedDeposit: ReturnedPayment | null }> {
  const months = periodsOf(member, now).slice(-recentMonths);
  const payments = await loadMemberPayments(member, programPaymentTypeId, months);
  return {
    returnedWithdrawal: lastReturned(payments, memberDues),
    returnedDeposit: lastReturned(payments, memberReimbursements),
  };
}
