import { Refusal } from './refusal.ts';

/** A calendar day in America/Chicago, written `YYYY-MM-DD`. */
export type CalendarDate = string;

/** A month, written `yyyymm`. */
export type PeriodId = string;

const millisecondsOfDay = 86_400_000;
const twoDigits = (value: number): string => String(value).padStart(2, '0');

let chicago: Intl.DateTimeFormat | undefined;

/** Creates the format when it is first used: its time zone takes as long as the schemas of a contract. */
const chicagoFormat = (): Intl.DateTimeFormat =>
  (chicago ??= new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/Chicago',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }));

let latest: { minute: number; parts: Record<string, string> } | undefined;

/** Formats an instant; the parts of the latest minute are kept, because a request asks for the same date many times. */
function chicagoParts(instant: Date): Record<string, string> {
  const minute = Math.floor(instant.getTime() / 60_000);
  if (latest?.minute !== minute) {
    const parts = chicagoFormat().formatToParts(instant);
    latest = { minute, parts: Object.fromEntries(parts.map(({ type, value }) => [type, value])) };
  }
  return latest.parts;
}

function dateOf(year: number, month: number, day: number): CalendarDate {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

function partsOf(date: CalendarDate): { year: number; month: number; day: number } {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) };
}

/** Returns true for a `YYYY-MM-DD` text that is an existing day. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const { year, month, day } = partsOf(text);
  return year >= 1900 && dateOf(year, month, day) === text;
}

/** A year from 1900 on and a month 01 to 12. */
export const periodPattern = /^(19|[2-9]\d)\d{2}(0[1-9]|1[0-2])$/;

export const isPeriodId = (text: string): boolean => periodPattern.test(text);

export function dateInChicago(instant: Date): CalendarDate {
  const { year = '', month = '', day = '' } = chicagoParts(instant);
  return `${year}-${month}-${day}`;
}

/** Returns the local time in Chicago: hour 0–23, minute 0–59. */
export function timeInChicago(instant: Date): { hour: number; minute: number } {
  const { hour = '0', minute = '0' } = chicagoParts(instant);
  return { hour: Number(hour), minute: Number(minute) };
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * millisecondsOfDay).toISOString().slice(0, 10);
}

/** Returns the day of the week: 0 Sunday to 6 Saturday. */
export const weekday = (date: CalendarDate): number => new Date(`${date}T00:00:00Z`).getUTCDay();

/** Returns the number of days between two dates; negative if `to` is earlier. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / millisecondsOfDay;

/** Returns the period of a day: `2026-11-20` → `202611`. */
export const periodOf = (date: CalendarDate): PeriodId => date.slice(0, 4) + date.slice(5, 7);

/** Adds months, which can be negative. Refuses a text that is not a period. */
export function addPeriods(period: PeriodId, months: number): PeriodId {
  if (!isPeriodId(period)) throw new Refusal('invalid', 'The period must be a year and a month.', 'period');
  const count = Number(period.slice(0, 4)) * 12 + Number(period.slice(4)) - 1 + months;
  return `${Math.floor(count / 12)}${twoDigits((count % 12) + 1)}`;
}

export const nextPeriod = (period: PeriodId): PeriodId => addPeriods(period, 1);
export const previousPeriod = (period: PeriodId): PeriodId => addPeriods(period, -1);
export const periodStart = (period: PeriodId): CalendarDate => `${period.slice(0, 4)}-${period.slice(4)}-01`;
export const periodEnd = (period: PeriodId): CalendarDate => addDays(periodStart(nextPeriod(period)), -1);
export const daysInPeriod = (period: PeriodId): number => Number(periodEnd(period).slice(8));

const monthNames =
  'January February March April May June July August September October November December'.split(' ');

/** Formats a period: `202611` → "November 2026". */
export const periodName = (period: PeriodId): string =>
  `${monthNames[Number(period.slice(4)) - 1] ?? ''} ${period.slice(0, 4)}`.trim();

/** Formats a period's month: `202611` → "November". */
export const monthName = (period: PeriodId): string => monthNames[Number(period.slice(4)) - 1] ?? '';

/** Formats a day (spec 3 §1): `2026-11-20` → "11/20/2026". */
export const showDate = (date: CalendarDate): string =>
  `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`;

/** Formats the last day of a time whose end is stored as the first day after it. */
export const showLastDay = (end: CalendarDate | null): string =>
  end === null ? '' : showDate(addDays(end, -1));

/** Formats an instant: 07/01/2026 at 7:05 AM (Chicago time). */
export function showMoment(instant: string): string {
  const at = new Date(instant);
  const { hour, minute } = timeInChicago(at);
  const time = `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
  return `${showDate(dateInChicago(at))} at ${time} (Chicago time)`;
}

/** Formats a text that is a date (2026-10-05, with or without a time) as 10/05/2026. Other texts are unchanged. */
export const showDateIn = (text: string): string =>
  text.replace(/^(\d{4})-(\d\d)-(\d\d)(?=$|T)/, '$2/$3/$1').replace(/(?<=^[\d/]{10})T/, ' ');

function nthWeekday(year: number, month: number, day: number, nth: number): CalendarDate {
  const first = dateOf(year, month, 1);
  return addDays(first, ((day - weekday(first) + 7) % 7) + (nth - 1) * 7);
}

/**
 * Returns the Federal Reserve's eleven holidays of a year, in order. For a holiday on a Sunday the following Monday is
 * closed; for one on a Saturday the preceding Friday stays open (frbservices.org holiday schedule).
 */
export function federalHolidays(year: number): { name: string; date: CalendarDate; closes: CalendarDate }[] {
  const lastOfMay = dateOf(year, 5, 31);
  const holidays: [string, CalendarDate][] = [
    ["New Year's Day", dateOf(year, 1, 1)],
    ['Martin Luther King, Jr. Day', nthWeekday(year, 1, 1, 3)],
    ["Presidents' Day", nthWeekday(year, 2, 1, 3)],
    ['Memorial Day', addDays(lastOfMay, -((weekday(lastOfMay) + 6) % 7))],
    ['Juneteenth', dateOf(year, 6, 19)],
    ['Independence Day', dateOf(year, 7, 4)],
    ['Labor Day', nthWeekday(year, 9, 1, 1)],
    ['Columbus Day', nthWeekday(year, 10, 1, 2)],
    ['Veterans Day', dateOf(year, 11, 11)],
    ['Thanksgiving Day', nthWeekday(year, 11, 4, 4)],
    ['Christmas Day', dateOf(year, 12, 25)],
  ];
  return holidays.map(([name, date]) => ({
    name,
    date,
    closes: weekday(date) === 0 ? addDays(date, 1) : date,
  }));
}

/** Days that holidays close, by year: checks of bank runs ask for each payment. */
const closedDays = new Map<string, ReadonlySet<CalendarDate>>();

/** Returns true if the Federal Reserve settles on that day. */
export function isBankingDay(date: CalendarDate): boolean {
  const [day, year] = [weekday(date), date.slice(0, 4)];
  const closed = closedDays.get(year) ?? new Set(federalHolidays(Number(year)).map(({ closes }) => closes));
  closedDays.set(year, closed);
  return day !== 0 && day !== 6 && !closed.has(date);
}

/** Returns the day itself if it is a banking day, otherwise the next one. */
export function sameOrNextBankingDay(date: CalendarDate): CalendarDate {
  let day = date;
  while (!isBankingDay(day)) day = addDays(day, 1);
  return day;
}

/** Adds banking days: n ≥ 1 later, n ≤ -1 earlier; 0 returns the same or next banking day. */
export function addBankingDays(date: CalendarDate, n: number): CalendarDate {
  if (n === 0) return sameOrNextBankingDay(date);
  let day = date;
  for (let left = Math.abs(n); left > 0;) {
    day = addDays(day, Math.sign(n));
    if (isBankingDay(day)) left -= 1;
  }
  return day;
}

/** Returns the 1st of the period or the next banking day. */
export const duesCollectionDate = (period: PeriodId): CalendarDate =>
  sameOrNextBankingDay(periodStart(period));

/** Returns the 25th of the previous month, from which the dues of a period can be sent. */
export const duesGenerationDate = (period: PeriodId): CalendarDate =>
  addDays(periodStart(previousPeriod(period)), 24);

/** Returns the first banking day after the 25th of the next month. */
export const reimbursementDate = (usagePeriod: PeriodId): CalendarDate =>
  addBankingDays(addDays(periodStart(nextPeriod(usagePeriod)), 24), 1);

/** Returns true if the month is over and the clubs' deadline, `deadlineDay` of the next month 23:59, has passed. */
export const isClosedUsagePeriod = (period: PeriodId, now: Date, deadlineDay = 8): boolean =>
  dateInChicago(now) > addDays(periodStart(nextPeriod(period)), deadlineDay - 1);

/** Returns the last `count` closed usage periods, newest first. */
export function closedUsagePeriods(now: Date, count: number, deadlineDay = 8): PeriodId[] {
  let newest = periodOf(dateInChicago(now));
  while (!isClosedUsagePeriod(newest, now, deadlineDay)) newest = previousPeriod(newest);
  return Array.from({ length: count }, (_, back) => addPeriods(newest, -back));
}

/** Returns the periods from the first to the last; none if the first is later. */
export function periodsBetween(first: PeriodId, last: PeriodId): PeriodId[] {
  const periods: PeriodId[] = [];
  for (let period = first; period <= last; period = nextPeriod(period)) periods.push(period);
  return periods;
}

/** Returns the periods from `from` to the current month, newest first; none if `from` is in the future. */
export function periodsUntilCurrent(now: Date, from: PeriodId): PeriodId[] {
  const periods: PeriodId[] = [];
  for (let period = periodOf(dateInChicago(now)); period >= from; period = previousPeriod(period)) {
    periods.push(period);
  }
  return periods;
}
