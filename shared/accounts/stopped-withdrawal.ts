import { showDate, type CalendarDate } from '../calendar.ts';
import { isReserved } from '../payments/payment-state.ts';
import { paymentStatusName, pending, submitted } from '../payments/payment-status.ts';
import type { MemberPayment } from '../payments/payment.ts';
import { lastDayToStop } from '../payments/withdrawal-notice.ts';
import { Refusal } from '../refusal.ts';

/** Why the payment is Canceled, as administrators read it. */
export const stoppedByMember = 'The member stopped this withdrawal.';

/**
 * What stopping a withdrawal does: one that waits is canceled, one that is with the bank is paid back. Refuses
 * ('conflict') later than three banking days before its day, while a file is being made, and what is over.
 *
 * @param date the day of the withdrawal
 */
export function wayToStop(
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
      `This withdrawal could be stopped here until ${showDate(until)}. Nothing was changed. Ask your bank to stop it, or contact us.`,
    );
  if (isReserved(payment))
    throw new Refusal(
      'conflict',
      'This withdrawal is being handed to the bank. Nothing was changed. Try again in a few minutes.',
    );
  return status === pending ? 'cancel' : 'pay back';
}
