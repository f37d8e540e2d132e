import { showMoney, type Cents } from '../money.ts';
import { sameDayLimit } from './same-day.ts';

/** Why an amount is too much for one entry, as a sentence; undefined where it is not. `mostOfEntry` is the bank's limit. */
export function limitReason(
  amount: Cents,
  { mostOfEntry, isSameDay }: { mostOfEntry: Cents | null; isSameDay: boolean },
): string | undefined {
  if (mostOfEntry !== null && amount > mostOfEntry)
    return `The bank takes at most ${showMoney(mostOfEntry)} in one payment.`;
  return isSameDay && amount > sameDayLimit
    ? `The same day, a payment is at most ${showMoney(sameDayLimit)}. It can go after the last same-day cutoff.`
    : undefined;
}
