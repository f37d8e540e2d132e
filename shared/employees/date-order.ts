import * as z from 'zod';
import { readDateText } from '../date-text.ts';

/** Order of day and month in a date. */
export const dateOrder = z.enum(['mdy', 'dmy']);
export type DateOrder = z.output<typeof dateOrder>;

export const dateOrderNames: Record<DateOrder, string> = { mdy: 'MM/DD/YYYY', dmy: 'DD/MM/YYYY' };

const datePattern = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;

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
 * Returns the order of a column of dates: 'either' if every date fits both and the title states none. If neither fits
 * all, dates are read as MM/DD/YYYY, and the others are rejected.
 */
export function dateOrderOf(title: string, values: readonly string[]): DateOrder | 'either' {
  const dates = values.flatMap((value) => {
    const [, first = '', second = ''] = datePattern.exec(withoutTime(value)) ?? [];
    return first === second ? [] : [{ first: Number(first), second: Number(second) }];
  });
  const hasDayFirst = dates.some(({ first }) => first > 12);
  const hasDaySecond = dates.some(({ second }) => second > 12);
  if (hasDayFirst !== hasDaySecond) return hasDayFirst ? 'dmy' : 'mdy';
  if (dates.length === 0 || hasDayFirst) return 'mdy';
  return statedOrder(title) ?? 'either';
}

// years of birth dates need four digits, and numbers of days are not distinguishable from others
const shortYear = /(?:^|[^\d])\d{1,2}[/.-]\d{1,2}[/.-]\d\d$|[a-z][-. ,']+\d\d$|^\d{5}$/i;

/**
 * Converts date cells and entered dates, with a time or without, to YYYY-MM-DD: 5/17/1984 12:00 AM, 17-May-1984,
 * 1984-05-17T00:00:00Z. Returns other texts unchanged.
 */
export function isoDate(text: string, order: DateOrder): string {
  const date = withoutTime(text);
  return shortYear.test(date) ? text : (readDateText(date, order) ?? text);
}

/** Converts a date near today, such as a last day, to YYYY-MM-DD; '' for text that is no existing date. */
export const dayNearToday = (text: string, order: DateOrder): string =>
  readDateText(withoutTime(text), order) ?? '';
