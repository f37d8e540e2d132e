import { addDays, dateInChicago, federalHolidays, weekday, type CalendarDate } from '../calendar.ts';
import { type BankSettings, windowsAhead } from './bank-settings.ts';
import { sendingDate } from './effective-date.ts';

/** Returns the next bank cutoff, same-day or later: banking day and Chicago time (`16:30`). */
export const nextCutOff = (
  settings: Pick<BankSettings, 'cutOff'> & Partial<Pick<BankSettings, 'sameDay'>>,
  now: Date,
): { date: CalendarDate; time: string } => {
  const [window] = settings.sameDay?.flows.length ? windowsAhead(settings, now) : [];
  return window
    ? { date: dateInChicago(now), time: window.cutOff }
    : { date: sendingDate(settings, now), time: settings.cutOff };
};

export function holidaysAhead(today: CalendarDate, days: number): { name: string; date: CalendarDate }[] {
  const until = addDays(today, days);
  const years = [...new Set([today, until].map((date) => Number(date.slice(0, 4))))];
  return years
    .flatMap(federalHolidays)
    .filter(({ closes }) => closes >= today && closes <= until && ![0, 6].includes(weekday(closes)))
    .map(({ name, closes }) => ({ name, date: closes }));
}
