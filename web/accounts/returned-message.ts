import type { BillingInfo } from '../../shared/accounts/bank-details.ts';
import { periodName, showDate } from '../../shared/calendar.ts';
import { showMoney } from '../../shared/money.ts';

/** "Your bank returned the withdrawal of $24.00 for October 2026 on 11/03/2026: account closed. " */
export function returnedMessage(
  kind: 'withdrawal' | 'payment',
  returned: BillingInfo['returnedDeposit'],
): string {
  if (!returned) return '';
  const { amount, periodId, date, reason } = returned;
  const why = reason === null ? '' : `: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
  return `Your bank returned the ${kind} of ${showMoney(amount)} for ${periodName(periodId)} on ${showDate(date)}${why}. `;
}
