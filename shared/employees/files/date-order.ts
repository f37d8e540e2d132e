import * as z from 'zod';

/** The order of day and month in a written date. */
export const dateOrder = z.enum(['mdy', 'dmy']);
export type DateOrder = z.output<typeof dateOrder>;

export const dateOrderNames: Record<DateOrder, string> = { mdy: 'MM/DD/YYYY', dmy: 'DD/MM/YYYY' };

const writtenDate = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;

/** The order that the title of a column states, as in "Date of Birth (dd/mm/yyyy)". */
const statedOrder = (title: string): DateOrder | undefined =>
  /mm?[^a-z]?dd?/i.test(title) ? 'mdy' : /dd?[^a-z]?mm?/i.test(title) ? 'dmy' : undefined;

/**
 * The order of day and month in a column of dates: 'either' when every date fits both and the title states none. A
 * column that fits neither is read as MM/DD/YYYY, and its other dates are rejected.
 */
export function dateOrderOf(title: string, values: readonly string[]): DateOrder | 'either' {
  const dates = values.flatMap((value) => {
    const [, first = '', second = ''] = writtenDate.exec(value.trim()) ?? [];
    return first === second ? [] : [{ first: Number(first), second: Number(second) }];
  });
  const hasDayFirst = dates.some(({ first }) => first > 12);
  const hasDaySecond = dates.some(({ second }) => second > 12);
  if (hasDayFirst !== hasDaySecond) return hasDayFirst ? 'dmy' : 'mdy';
  if (dates.length === 0 || hasDayFirst) return 'mdy';
  return statedOrder(title) ?? 'either';
}

/** Dates as cells have them (YYYY-MM-DD) or as people write them, as YYYY-MM-DD; other texts stay as they are. */
export function isoDate(written: string, order: DateOrder): string {
  const [, first = '', second = '', year = ''] =
    (order === 'dmy' ? writtenDate : /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/).exec(written) ?? [];
  if (year === '') return written;
  const [month, day] = order === 'dmy' ? [second, first] : [first, second];
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
