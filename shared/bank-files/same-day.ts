import { dateInChicago, isBankingDay, timeInChicago, type CalendarDate } from '../calendar.ts';
import { showMoney, type Cents } from '../money.ts';
import type { BankFlow } from './bank-flow-table.ts';
import type { BankSettings } from './bank-settings.ts';
import { amountLimit, sameDayLimit } from './nacha/format.ts';

type Windows = Partial<Pick<BankSettings, 'sameDay'>>;
type SameDayWindow = BankSettings['sameDay']['windows'][number];

export const minutesOf = (time: string): number => {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
};

export function windowsAhead({ sameDay }: Windows, now: Date): SameDayWindow[] {
  if (!sameDay || !isBankingDay(dateInChicago(now))) return [];
  const { hour, minute } = timeInChicago(now);
  return sameDay.windows
    .filter(({ cutOff }) => hour * 60 + minute < minutesOf(cutOff))
    .toSorted((left, other) => minutesOf(left.cutOff) - minutesOf(other.cutOff));
}

/** Returns the same-day window of a flow for payments sent now; undefined when they settle later. */
export const sameDayWindow = (settings: Windows, bankFlow: BankFlow, now: Date): SameDayWindow | undefined =>
  settings.sameDay?.flows.includes(bankFlow) ? windowsAhead(settings, now)[0] : undefined;

export const sameDayAtOf = (
  settings: Windows,
  bankFlow: BankFlow,
  instant: Date,
  effectiveDate: CalendarDate,
): string | undefined =>
  effectiveDate === dateInChicago(instant)
    ? sameDayWindow(settings, bankFlow, instant)?.settlesAt.replace(':', '')
    : undefined;

/**
 * Returns why an amount exceeds the limit for one entry: that of the file format, or the bank's lower one (`mostOfEntry`, in
 * cents).
 */
export function limitReason(
  amount: Cents,
  { mostOfEntry, isSameDay }: { mostOfEntry: Cents | null; isSameDay: boolean },
): string | undefined {
  const most = Math.min(mostOfEntry ?? amountLimit, amountLimit - 1);
  if (amount > most) return `The bank accepts at most ${showMoney(most)} per payment.`;
  return isSameDay && amount > sameDayLimit
    ? `Same-day payments are limited to ${showMoney(sameDayLimit)}. Send this payment after the last same-day cutoff.`
    : undefined;
}
