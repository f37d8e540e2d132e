import { dateInChicago, isBankingDay, timeInChicago, type CalendarDate } from '../calendar.ts';
import type { Cents } from '../money.ts';
import type { BankFlow } from './bank-flow-table.ts';
import type { BankSettings } from './bank-settings.ts';

/** An entry that settles the same day is at most $1,000,000 (Nacha, Same Day ACH dollar limit, since 2022), in cents. */
export const sameDayLimit: Cents = 100_000_000;

/** Settings that know of same-day windows, and those that do not. */
type Windows = Partial<Pick<BankSettings, 'sameDay'>>;
type SameDayWindow = BankSettings['sameDay']['windows'][number];

/** The minutes of a day until a time such as 09:30. */
export const minutesOf = (time: string): number => {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
};

/** The windows of this banking day that a file sent now still reaches, the next one first. */
export function windowsAhead({ sameDay }: Windows, now: Date): SameDayWindow[] {
  if (!sameDay || !isBankingDay(dateInChicago(now))) return [];
  const { hour, minute } = timeInChicago(now);
  return sameDay.windows
    .filter(({ cutOff }) => hour * 60 + minute < minutesOf(cutOff))
    .toSorted((one, other) => minutesOf(one.cutOff) - minutesOf(other.cutOff));
}

/** The window in which payments of a flow that are sent now settle today; undefined where they settle later. */
export const sameDayWindow = (settings: Windows, flow: BankFlow, now: Date): SameDayWindow | undefined =>
  settings.sameDay?.flows.includes(flow) ? windowsAhead(settings, now)[0] : undefined;

/** What a batch made at an instant says of its window (`1300`); undefined when it settles on another day. */
export const sameDayAtOf = (
  settings: Windows,
  flow: BankFlow,
  instant: Date,
  effectiveDate: CalendarDate,
): string | undefined =>
  effectiveDate === dateInChicago(instant)
    ? sameDayWindow(settings, flow, instant)?.settlesAt.replace(':', '')
    : undefined;
