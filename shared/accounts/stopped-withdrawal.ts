import { showDate, type CalendarDate } from '../calendar.ts';
import { isReserved, type MemberPayment } from '../payments/payment.ts';
import { paymentStatusName, pending, submitted } from '../payments/payment-status.ts';
import { lastDayToStop } from '../payments/withdrawal-notice.ts';
import { Refusal } from '../refusal.ts';

/** The reason that administrators see on the Canceled payment. */
export const stoppedByMember = 'The member stopped this withdrawal.';

/**
 * Returns how to stop a withdrawal: cancel it if it is waiting, repay it if it is with the bank. Refuses ('conflict')
 * fewer than three banking days in advance, while a file is being created, and payments that are completed.
 *
 * @param date the day of the withdrawal
 */
export function stopMethod(
  payment: MemberPayment,
  date: CalendarDate,
  today: CalendarDate,
): 'cancel' | 'pay back' {
  const { status } = payment;
  if (status !== pending && status !== submitted)
    throw new Refusal(
      'conflict',
      `There is nothing to stop: this withdrawal is ${paymentStatusName(status)}.`,
    );
  const until = lastDayToStop(date);
  if (today > until)
    throw new Refusal(
      'conflict',
      `This withdrawal could be stopped here until ${showDate(until)}. Nothing was changed. To stop it, contact your bank or us.`,
    );
  if (isReserved(payment))
    throw new Refusal(
      'conflict',
      'This withdrawal is being sent to the bank. Nothing was changed. Try again in a few minutes.',
    );
  return status === pending ? 'cancel' : 'pay back';
}
