import { showMoney, type Cents } from '../money.ts';
import { sameDayLimit } from './same-day.ts';

/** Returns why an amount exceeds the limit for one entry. `mostOfEntry` is the bank's limit in cents. */
export function limitReason(
  amount: Cents,
  { mostOfEntry, isSameDay }: { mostOfEntry: Cents | null; isSameDay: boolean },
): string | undefined {
  if (mostOfEntry !== null && amount > mostOfEntry)
    return `The bank accepts at most ${showMoney(mostOfEntry)} per payment.`;
  return isSameDay && amount > sameDayLimit
    ? `Same-day payments are limited to ${showMoney(sameDayLimit)}. Send this payment after the last same-day cutoff.`
    : undefined;
}
