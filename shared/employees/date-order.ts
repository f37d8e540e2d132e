import * as z from 'zod';
import { isCalendarDate } from '../calendar.ts';

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

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekday = /^(?:mon|tues?|wed(?:nes)?|thur?s?|fri|sat(?:ur)?|sun)(?:day)?[.,]? +/i;
const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?[- .]+([a-z]{3,9})[-. ,]+(\d{4})$/i;
const monthFirst = /^([a-z]{3,9})[-. ]+(\d{1,2})(?:st|nd|rd|th)?[-, ]+(\d{4})$/i;
const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const eightDigits = /^((?:19|20)\d\d)(\d\d)(\d\d)$/;

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

const fullNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** Returns the number of a month name or its abbreviation of three or four letters; '' for another word. */
function monthNumber(word: string): string {
  const lower = word.toLowerCase();
  const index = monthNames.indexOf(lower.slice(0, 3));
  return index >= 0 && (fullNames[index]?.startsWith(lower) || lower === 'sept') ? String(index + 1) : '';
}

/** Returns year, month, and day of a date that is not written with slashes in the order of a column. */
function partsOf(text: string): [string, string, string] | undefined {
  const [, year = '', month = '', day = ''] = yearFirst.exec(text) ?? eightDigits.exec(text) ?? [];
  if (year !== '') return [year, month, day];
  const plain = text.replace(weekday, '');
  const [, dayText = '', monthText = '', ofYear = ''] = dayFirst.exec(plain) ?? [];
  if (ofYear !== '') return [ofYear, monthNumber(monthText), dayText];
  const [, first = '', second = '', third = ''] = monthFirst.exec(plain) ?? [];
  return third === '' ? undefined : [third, monthNumber(first), second];
}

/**
 * Converts date cells and entered dates, with a time or without, to YYYY-MM-DD: 5/17/1984 12:00 AM, 17-May-1984,
 * 1984-05-17T00:00:00Z. Returns other texts unchanged; the result can be a day that does not exist.
 */
export function isoDate(text: string, order: DateOrder): string {
  const date = withoutTime(text);
  // dates with dots have the day first
  const pattern = order === 'mdy' ? /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/ : datePattern;
  const [, first = '', second = '', ofYear = ''] = pattern.exec(date) ?? [];
  const ordered = order === 'dmy' ? [second, first] : [first, second];
  const [year, month = '', day = ''] = ofYear === '' ? (partsOf(date) ?? []) : [ofYear, ...ordered];
  if (!year || month === '') return text;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

// two digits are enough for a year near today
const shortYear = /([/.-])(\d\d)$/;

/** Converts a date near today, such as a last day, to YYYY-MM-DD; '' for text that is no existing date. */
export function dayNearToday(text: string, order: DateOrder): string {
  const date = withoutTime(text);
  const iso = isoDate(
    /^\d{1,2}[/.-]\d{1,2}[/.-]\d\d$/.test(date) ? date.replace(shortYear, '$120$2') : date,
    order,
  );
  return isCalendarDate(iso) ? iso : '';
}
