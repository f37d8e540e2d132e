import { addDays, dateInChicago, federalHolidays, weekday, type CalendarDate } from '../../calendar.ts';
import type { BankSettings } from '../bank-settings.ts';
import { sendingDate } from '../effective-date.ts';
import { windowsAhead } from '../same-day.ts';

/** When the bank next closes for files, for the same day or a later one: the banking day, and the time of day in Chicago (`16:30`). */
export const nextCutOff = (
  settings: Pick<BankSettings, 'cutOff'> & Partial<Pick<BankSettings, 'sameDay'>>,
  now: Date,
): { date: CalendarDate; time: string } => {
  const [window] = settings.sameDay?.flows.length ? windowsAhead(settings, now) : [];
  return window
    ? { date: dateInChicago(now), time: window.cutOff }
    : { date: sendingDate(settings, now), time: settings.cutOff };
};

/** The days in the next weeks on which banks are closed for a holiday; a Saturday's closes nothing. */
export function holidaysAhead(today: CalendarDate, days: number): { name: string; date: CalendarDate }[] {
  const until = addDays(today, days);
  const years = [...new Set([today, until].map((date) => Number(date.slice(0, 4))))];
  return years
    .flatMap(federalHolidays)
    .filter(({ closes }) => closes >= today && closes <= until && ![0, 6].includes(weekday(closes)))
    .map(({ name, closes }) => ({ name, date: closes }));
}
