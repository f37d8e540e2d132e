import * as z from 'zod';

/** Order of day and month in a date. */
export const dateOrder = z.enum(['mdy', 'dmy']);
export type DateOrder = z.output<typeof dateOrder>;

export const dateOrderNames: Record<DateOrder, string> = { mdy: 'MM/DD/YYYY', dmy: 'DD/MM/YYYY' };

const datePattern = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;

/** Returns the order stated in a column title, as in "Date of Birth (dd/mm/yyyy)". */
const statedOrder = (title: string): DateOrder | undefined =>
  /mm?[^a-z]?dd?/i.test(title) ? 'mdy' : /dd?[^a-z]?mm?/i.test(title) ? 'dmy' : undefined;

/**
 * Returns the order of a column of dates: 'either' if every date fits both and the title states none. If neither fits
 * all, dates are read as MM/DD/YYYY, and the others are rejected.
 */
export function dateOrderOf(title: string, values: readonly string[]): DateOrder | 'either' {
  const dates = values.flatMap((value) => {
    const [, first = '', second = ''] = datePattern.exec(value.trim()) ?? [];
    return first === second ? [] : [{ first: Number(first), second: Number(second) }];
  });
  const hasDayFirst = dates.some(({ first }) => first > 12);
  const hasDaySecond = dates.some(({ second }) => second > 12);
  if (hasDayFirst !== hasDaySecond) return hasDayFirst ? 'dmy' : 'mdy';
  if (dates.length === 0 || hasDayFirst) return 'mdy';
  return statedOrder(title) ?? 'either';
}

/** Converts date cells (YYYY-MM-DD) and entered dates to YYYY-MM-DD; returns other texts unchanged. */
export function isoDate(text: string, order: DateOrder): string {
  const [, first = '', second = '', year = ''] =
    (order === 'dmy' ? datePattern : /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/).exec(text) ?? [];
  if (year === '') return text;
  const [month, day] = order === 'dmy' ? [second, first] : [first, second];
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
