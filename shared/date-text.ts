import { isCalendarDate, type CalendarDate } from './calendar.ts';
import { visibleText } from './visible-text.ts';

const months = 'january february march april may june july august september october november december'.split(
  ' ',
);
const otherMonths = [
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre',
  'januar februar marz april mai juni juli august september oktober november dezember',
].map((names) => names.split(' '));
const weekdays = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');

/** Returns the index of a name or its abbreviation of three letters or more ("Nov", "Sept", "Thurs"); -1 for others. */
const indexOfName = (names: readonly string[], text: string): number =>
  text.length < 3 ? -1 : names.findIndex((name) => name.startsWith(text.toLowerCase()));

const weekdayBefore = /^((?:sun|mon|tue|wed|thu|fri|sat)[a-z]*)\.?,?\s+/i;
const weekdayAfter = /,?\s+\(?((?:sun|mon|tue|wed|thu|fri|sat)[a-z]*)\.?\)?$/i;
const numeric = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/;
const yearFirst = /^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})$/;
const compact = /^(20\d\d|19\d\d)(\d\d)(\d\d)$/;
const monthFirst = /^([a-z]{3,9})\.?[ /-]*(\d{1,2})(?:st|nd|rd|th)?(?:, ?|[ /-]+)'?(\d{4}|\d{2})$/i;
const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?\.?[ /-]*([a-z]{3,10})\.?,?[ /-]*'?(\d{4}|\d{2})$/i;
const yearThenName = /^(\d{4})[ /-]([a-z]{3,9})[ /-](\d{1,2})$/i;

// the days of 2000-01-01 and 2100-01-01 in spreadsheets
const [firstSerial, lastSerial] = [36_526, 73_051];
const serial = /^\d{5}$/;
const serialEpoch = Date.UTC(1899, 11, 30);

/** Order of day and month; with 'mixed', only dates that fit a single order are read. */
export type ReadOrder = 'mdy' | 'dmy' | 'mixed';

/** Returns true for a numeric date that is a different day in the other order: 05/11/2026. */
export function fitsBothOrders(text: string): boolean {
  const [, a = '', , b = ''] = numeric.exec(text) ?? [];
  return a !== '' && Number(a) !== Number(b) && Number(a) <= 12 && Number(b) <= 12;
}

function partsOf(text: string, order: ReadOrder): [year: string, month: string, day: string] | undefined {
  const [, a = '', separator, b = '', year = ''] = numeric.exec(text) ?? [];
  if (order === 'mixed' && fitsBothOrders(text)) return undefined;
  if (year && (order === 'dmy' || (order === 'mixed' && Number(a) > 12))) return [year, b, a];
  if (year && order === 'mixed') return [year, a, b];
  // points separate days of other countries, where the day comes first
  if (year) return separator === '.' && Number(b) <= 12 && a !== b ? undefined : [year, a, b];
  const [, ...iso] = yearFirst.exec(text) ?? [];
  if (iso.length > 0) return [iso[0] ?? '', iso[2] ?? '', iso[3] ?? ''];
  const [, ...digits] = compact.exec(text) ?? [];
  if (digits.length > 0) return digits as [string, string, string];
  const byName = (name: string, day: string, ofYear: string): [string, string, string] | undefined => {
    const index =
      [months, ...otherMonths].map((names) => indexOfName(names, name)).find((at) => at >= 0) ?? -1;
    return index < 0 ? undefined : [ofYear, String(index + 1), day];
  };
  const [, name1 = '', day1 = '', year1 = ''] = monthFirst.exec(text) ?? [];
  if (year1) return byName(name1, day1, year1);
  const [, day2 = '', name2 = '', year2 = ''] = dayFirst.exec(text) ?? [];
  if (year2) return byName(name2, day2, year2);
  const [, year3 = '', name3 = '', day3 = ''] = yearThenName.exec(text) ?? [];
  return year3 ? byName(name3, day3, year3) : undefined;
}

/**
 * Returns the day of a date in a common notation: 2026-11-05, 11/05/2026, 11-5-26, 2026/11/05, "Nov 5, 2026",
 * 5-Nov-2026, "Thursday, November 5, 2026", or a spreadsheet's serial number. Two-digit years are of this century.
 * Undefined for other texts, days that do not exist, and weekdays that contradict the date.
 */
export function readDateText(text: string, order: ReadOrder = 'mdy'): CalendarDate | undefined {
  const visible = visibleText(text)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .trim()
    .replaceAll(/\s+(?:de[l]? )?/gi, ' ')
    .replaceAll(/ ?([/.-]) ?(?=\d)/g, '$1');
  if (serial.test(visible)) {
    const days = Number(visible);
    if (days < firstSerial || days >= lastSerial) return undefined;
    return new Date(serialEpoch + days * 86_400_000).toISOString().slice(0, 10);
  }
  const weekday = weekdayBefore.exec(visible)?.[1] ?? weekdayAfter.exec(visible)?.[1];
  const bare = visible.replace(weekdayBefore, '').replace(weekdayAfter, '');
  const [year, month, day] = partsOf(bare, order) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (!isCalendarDate(date)) return undefined;
  const isContradicted =
    weekday !== undefined && indexOfName(weekdays, weekday) !== new Date(`${date}T00:00:00Z`).getUTCDay();
  return isContradicted ? undefined : date;
}

const beforeTime = /(?:,? at |, ?| |T)(?=\d)/gi;
const anotherDate = /\d[/-]\d{1,2}[/-]\d/;

/** Splits a date from the time behind it: "11/05/2026 6:15 PM". The time is '' if there is none. */
export function splitDateAndTime(
  text: string,
  order: ReadOrder = 'mdy',
): { date: CalendarDate | undefined; time: string } {
  const visible = visibleText(text).trim().replaceAll(/\s+/g, ' ');
  const whole = readDateText(visible, order);
  if (whole !== undefined) return { date: whole, time: '' };
  const [, days = '', fraction = ''] = /^(\d{5})[.,](\d+)$/.exec(visible) ?? [];
  if (fraction) return { date: readDateText(days), time: timeOfFraction(Number(`0.${fraction}`)) };
  const [, compactDay = '', compactTime = ''] = /^(20\d{6})(\d{4}|\d{6})$/.exec(visible) ?? [];
  if (compactTime) return { date: readDateText(compactDay), time: compactTime };
  for (const match of visible.matchAll(beforeTime)) {
    const date = readDateText(visible.slice(0, match.index), order);
    const time = visible.slice(match.index + match[0].length);
    if (date !== undefined && !anotherDate.test(time)) return { date, time };
  }
  return { date: undefined, time: '' };
}

/** Returns the time of day of a spreadsheet's fraction: 0.76041667 → "18:15". */
function timeOfFraction(fraction: number): string {
  const minutes = Math.min(1439, Math.floor(fraction * 1440 + 1 / 120));
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

const midnight = /^(?:0?0:00(?::00(?:\.0+)?)?|12:00(?::00(?:\.0+)?)? ?am)\s*(?:Z|UTC|[+-]00:?00)?$/i;

/**
 * Returns a date cell without a time of midnight, which systems add to days: "5/17/1984 12:00:00 AM" → "5/17/1984". Other
 * texts are unchanged.
 */
export function withoutMidnight(text: string): string {
  const [whole, day = '', time = ''] = /^(\S.*?)[T ]+(\d{1,2}:.*)$/i.exec(text.trim()) ?? [];
  return whole !== undefined && midnight.test(time) ? day : text;
}

const clock = /^(\d{1,2})[:.h]([0-5]\d)(?:[:.][0-5]\d(?:[.,]\d+)?)?\s*([ap])?\.?\s?m?\.?z?$/i;
const hourOnly = /^(\d{1,2})\s*([ap])\.?m?\.?$/i;
const military = /^(\d{1,2})([0-5]\d)(?:[0-5]\d)?\s*(?:([ap])\.?m?\.?|h|hrs?|hours)?$/i;

/**
 * Returns a time of day as HH:MM: "18:05", "6:05 pm", "6 PM", "1805", or a spreadsheet's fraction of a day. 24:05 is five
 * past midnight. Undefined for other texts.
 */
export function readTimeText(text: string): string | undefined {
  const visible = visibleText(text).trim().replaceAll(/\s+/g, ' ');
  if (/^0?[.,]\d+$/.test(visible)) return timeOfFraction(Number(visible.replace(',', '.')));
  const [, onlyHour, onlyHalf] = hourOnly.exec(visible) ?? [];
  const [, hours = onlyHour, minutes = '00', half = onlyHalf] =
    clock.exec(visible) ?? (visible.length >= 3 ? military.exec(visible) : undefined) ?? [];
  if (hours === undefined) return undefined;
  const hourNumber = Number(hours);
  if (half && (hourNumber < 1 || hourNumber > 12)) return undefined;
  const hour = half ? (hourNumber % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : hourNumber % 24;
  return hourNumber > 24 ? undefined : `${String(hour).padStart(2, '0')}:${minutes}`;
}
