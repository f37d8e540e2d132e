import { daysBetween, type CalendarDate } from '../calendar.ts';
import { dateOrderOf, type DateOrder } from '../employees/date-order.ts';
import { readCheckInDate } from './check-in.ts';

const datePattern = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?=$|[T ,])/;

const longest = 31;

/** Returns the days from the first to the last date in an order; undefined if a date is after `today`. */
function spanOf(values: readonly string[], order: DateOrder, today: CalendarDate): number | undefined {
  const dates = values.flatMap((value) => readCheckInDate(inOrder(value, order)) ?? []).toSorted();
  const [first = today, last = today] = [dates[0], dates.at(-1)];
  return last > today ? undefined : daysBetween(first, last);
}

/**
 * Returns the order of a column's dates with times and two-digit years. If all dates fit both orders, it is the one
 * without dates in the future, or the one in which the file covers a month and not most of a year; otherwise 'either'.
 */
export function checkInDateOrder(
  title: string,
  values: readonly string[],
  today: CalendarDate,
): DateOrder | 'either' {
  const dates = values.flatMap((value) => {
    const [, first, second, year = ''] = datePattern.exec(value.trim()) ?? [];
    return first === undefined ? [] : [`${first}/${second}/${year.padStart(4, '20')}`];
  });
  const order = dateOrderOf(title, dates);
  if (order !== 'either') return order;
  const [mdy, dmy] = [spanOf(dates, 'mdy', today), spanOf(dates, 'dmy', today)];
  if (mdy === undefined || dmy === undefined) return dmy === undefined ? 'mdy' : 'dmy';
  if (Math.min(mdy, dmy) > longest || Math.max(mdy, dmy) <= 2 * longest) return 'either';
  return mdy < dmy ? 'mdy' : 'dmy';
}

/** Returns a check-in date of a file in the order MM/DD/YYYY; texts of other forms are unchanged. */
export const inOrder = (value: string, order: DateOrder): string =>
  order === 'mdy'
    ? value.trim()
    : value
        .trim()
        .replace(datePattern, (_, day: string, month: string, year: string) => `${month}/${day}/${year}`);

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Returns a month as yyyymm: "2026-10", "10/2026", "October 2026", "Oct-26", "202610"; undefined for other texts. */
export function readMonth(text: string): string | undefined {
  const [, a = '', b = ''] = /^([a-z]{3,9}|\d{1,4})[ /.,-]{0,2}(\d{1,4})$/i.exec(text.trim()) ?? [];
  const compact = /^(20\d\d)(0[1-9]|1[0-2])$/.exec(text.trim());
  if (compact) return text.trim();
  const named = monthNames.indexOf(a.slice(0, 3).toLowerCase()) + 1;
  const [month, year] = named > 0 ? [named, b] : a.length === 4 ? [Number(b), a] : [Number(a), b];
  const isYear = year.length === 4 || (named > 0 && year.length === 2);
  if (!isYear || !(month >= 1 && month <= 12)) return undefined;
  return `${year.padStart(4, '20')}${String(month).padStart(2, '0')}`;
}
