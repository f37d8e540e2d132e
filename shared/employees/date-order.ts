import * as z from 'zod';
import { daysBetween, type CalendarDate } from '../calendar.ts';
import { fitsBothOrders, readDateText, type ReadOrder } from '../date-text.ts';

/** Order of day and month in a date. */
export const dateOrder = z.enum(['mdy', 'dmy']);
export type DateOrder = z.output<typeof dateOrder>;

export const dateOrderNames: Record<DateOrder, string> = { mdy: 'MM/DD/YYYY', dmy: 'DD/MM/YYYY' };

/** Order of a column: 'either' if every date fits both orders, 'mixed' if some dates fit only one and others only the other. */
export type ColumnOrder = DateOrder | 'either' | 'mixed';

const wholeDate = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;

// times of midnight, which exports add to dates; another time of a zone can belong to the day before or after
const midnight =
  /(?:T| +)(?:(?:0?0|24):00(?::00(?:\.0+)?)?|12:00(?::00(?:\.0+)?)?(?= ?AM\b))(?: ?AM)?(?: ?Z| ?[+-]\d\d:?\d\d)?$/i;
const localTime = /(?:T| +)\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?: ?[AP]M)?$/i;

/** Returns a date without a time of midnight, or a time without a zone, which is on the same day everywhere. */
const withoutTime = (text: string): string => text.trim().replace(midnight, '').replace(localTime, '').trim();

/** Returns the order stated in a column title, as in "Date of Birth (dd/mm/yyyy)". */
const statedOrder = (title: string): DateOrder | undefined =>
  /mm?[^a-z]?dd?/i.test(title) ? 'mdy' : /dd?[^a-z]?mm?/i.test(title) ? 'dmy' : undefined;

/**
 * Returns the order of a column of dates: 'either' if every date fits both and the title states none. In a 'mixed' column,
 * dates that fit both orders are unknown days.
 */
export function dateOrderOf(title: string, values: readonly string[]): ColumnOrder {
  const dates = values.flatMap((value) => {
    const [, first = '', second = ''] = wholeDate.exec(withoutTime(value)) ?? [];
    return first === second ? [] : [{ first: Number(first), second: Number(second) }];
  });
  const isDayAndMonth = (day: number, month: number): boolean => day > 12 && day <= 31 && month <= 12;
  const hasDayFirst = dates.some(({ first, second }) => isDayAndMonth(first, second));
  const hasDaySecond = dates.some(({ first, second }) => isDayAndMonth(second, first));
  if (hasDayFirst !== hasDaySecond) return hasDayFirst ? 'dmy' : 'mdy';
  if (hasDayFirst) return 'mixed';
  if (dates.length === 0) return 'mdy';
  return statedOrder(title) ?? 'either';
}

// years of birth dates need four digits, and numbers of days are not distinguishable from others
const shortYear = /(?:^|[^\d])\d{1,2}[/.-]\d{1,2}[/.-]\d\d$|[a-z][-. ,']+\d\d$|^\d{5}$/i;

/**
 * Converts date cells and entered dates, with a time or without, to YYYY-MM-DD: 5/17/1984 12:00 AM, 17-May-1984,
 * 1984-05-17T00:00:00Z. Returns other texts unchanged.
 */
export function isoDate(text: string, order: ReadOrder): string {
  const date = withoutTime(text);
  return shortYear.test(date) ? text : (readDateText(date, order) ?? text);
}

/** Converts a date near today, such as a last day, to YYYY-MM-DD; '' for text that is no existing date. */
export const dayNearToday = (text: string, order: ReadOrder): string =>
  readDateText(withoutTime(text), order) ?? '';

/** Returns why a date of a mixed column is not read; '' for other text. */
export const mixedOrderError = (text: string): string =>
  fitsBothOrders(withoutTime(text))
    ? 'is MM/DD or DD/MM: the file has dates in both orders. Write it as YYYY-MM-DD.'
    : '';

// a date of check-ins, with a time behind it or without
const datePattern = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?=$|[T ,])/;
const weekday = /^(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*\.?,?\s+(?=\d)/i;
const daysOfMonth = 31;

/** Returns the days from the first to the last date in an order; undefined if a date is after `today`. */
function spanOf(values: readonly string[], order: DateOrder, today: CalendarDate): number | undefined {
  const dates = values.flatMap((value) => readDateText(value, order) ?? []).toSorted();
  const [first = today, last = today] = [dates[0], dates.at(-1)];
  return last > today ? undefined : daysBetween(first, last);
}

/**
 * Returns the order of a column's dates with times and two-digit years. If all dates fit both orders, it is the one
 * without dates in the future, or the one in which the file covers a month and not most of a year; otherwise 'either'.
 */
export function checkInDateOrder(title: string, values: readonly string[], today: CalendarDate): ColumnOrder {
  const dates = values.flatMap((value) => {
    const [, first, second, year = ''] = datePattern.exec(value.trim().replace(weekday, '')) ?? [];
    return first === undefined ? [] : [`${first}/${second}/${year.padStart(4, '20')}`];
  });
  const order = dateOrderOf(title, dates);
  if (order !== 'either') return order;
  const [mdy, dmy] = [spanOf(dates, 'mdy', today), spanOf(dates, 'dmy', today)];
  if (mdy === undefined || dmy === undefined) return dmy === undefined ? 'mdy' : 'dmy';
  if (Math.min(mdy, dmy) > daysOfMonth || Math.max(mdy, dmy) <= 2 * daysOfMonth) return 'either';
  return mdy < dmy ? 'mdy' : 'dmy';
}

/** Returns a check-in date of a file in the order MM/DD/YYYY; texts of other forms are unchanged. */
export function inOrder(value: string, order: ReadOrder): string {
  const text = value.trim();
  const bare = text.replace(weekday, '');
  const [, first = ''] = datePattern.exec(bare) ?? [];
  if (order === 'mdy' || first === '' || (order === 'mixed' && Number(first) <= 12)) return text;
  return bare.replace(
    datePattern,
    (_, day: string, month: string, year: string) => `${month}/${day}/${year}`,
  );
}

/** Returns true for a check-in date of a mixed column that is a different day in the other order. */
export function isUnclearDate(value: string, order: ReadOrder): boolean {
  const [, first = '', second = ''] = datePattern.exec(value.trim().replace(weekday, '')) ?? [];
  return order === 'mixed' && first !== '' && fitsBothOrders(`${first}/${second}/2000`);
}
