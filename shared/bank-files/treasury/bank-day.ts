import { addDays, federalHolidays, weekday, type CalendarDate } from '../../calendar.ts';
import type { BankSettings } from '../bank-settings.ts';
import { sendingDate } from '../effective-date.ts';

/** When the bank next closes for files: the banking day, and the time of day in Chicago (`16:30`). */
export const nextCutOff = (
  settings: Pick<BankSettings, 'cutOff'>,
  now: Date,
): { date: CalendarDate; time: string } => ({ date: sendingDate(settings, now), time: settings.cutOff });

/** The days in the next weeks on which banks are closed for a holiday; a Saturday's closes nothing. */
export function holidaysAhead(today: CalendarDate, days: number): { name: string; date: CalendarDate }[] {
  const until = addDays(today, days);
  const years = [...new Set([today, until].map((date) => Number(date.slice(0, 4))))];
  return years
    .flatMap(federalHolidays)
    .filter(({ closes }) => closes >= today && closes <= until && ![0, 6].includes(weekday(closes)))
    .map(({ name, closes }) => ({ name, date: closes }));
}
