import * as z from 'zod';
import {
  addDays,
  addPeriods,
  closedUsagePeriods,
  dateInChicago,
  duesGenerationDate,
  isClosedUsagePeriod,
  nextPeriod,
  periodName,
  periodOf,
  periodStart,
  periodsUntilCurrent,
  showDate,
  type CalendarDate,
  type PeriodId,
} from '../calendar.ts';
import { Refusal } from '../refusal.ts';

/** A period in selection lists: id `yyyymm`, yearMonth such as "October 2026" (spec 3 §3). */
export const periodOption = z.object({ id: z.string(), yearMonth: z.string() });
export type PeriodOption = z.output<typeof periodOption>;

export const periodOptionOf = (id: PeriodId): PeriodOption => ({ id, yearMonth: periodName(id) });

export const currentPeriod = (now: Date): PeriodId => periodOf(dateInChicago(now));

/** Returns the available closed usage periods, newest first. */
export const closedPeriods = (now: Date, settings: PeriodSettings = periodSettings): PeriodId[] =>
  closedUsagePeriods(now, settings.monthsOffered, settings.reportingDeadlineDay);

/** Returns the available months up to the current one, newest first. */
export const periodsToCurrent = (now: Date, settings: PeriodSettings = periodSettings): PeriodId[] =>
  periodsUntilCurrent(now, addPeriods(currentPeriod(now), 1 - settings.monthsOffered));

/**
 * Returns the months of a range, newest first, by default the last six closed ones (spec 2 §9). Throws 'invalid' for a
 * range that ends before it begins or has too many months.
 *
 * @param month the name of a month in the message
 */
export function periodsOfRange(
  { periodIdFrom, periodIdTo }: { periodIdFrom?: PeriodId | undefined; periodIdTo?: PeriodId | undefined },
  now: Date,
  month: string,
  mostMonths = 60,
): PeriodId[] {
  const to = periodIdTo ?? closedPeriods(now)[0] ?? '';
  const from = periodIdFrom ?? addPeriods(to, -5);
  if (to < from)
    throw new Refusal('invalid', `End ${month} should be greater than start ${month}.`, 'periodIdTo');
  const periods: PeriodId[] = [];
  for (let period = to; period >= from; period = addPeriods(period, -1)) {
    if (periods.length === mostMonths)
      throw new Refusal('invalid', `Select at most ${mostMonths} months.`, 'periodIdFrom');
    periods.push(period);
  }
  return periods;
}

/**
 * Returns the months with collectable dues, newest first: up to the current one, and from the 25th, when the
 * next dues are generated, also the next one.
 */
export function duesPeriods(now: Date, settings: PeriodSettings = periodSettings): PeriodId[] {
  const next = nextPeriod(currentPeriod(now));
  const months = periodsToCurrent(now, settings);
  return dateInChicago(now) >= duesGenerationDate(next) ? [next, ...months] : months;
}

/** Returns all available periods, including next month, for which programs are prepared. */
export const allPeriods = (now: Date, settings: PeriodSettings = periodSettings): PeriodId[] => [
  nextPeriod(currentPeriod(now)),
  ...periodsToCurrent(now, settings),
];

/** True after the clubs' reporting deadline. */
export const isClosed = (period: PeriodId, now: Date, settings: PeriodSettings = periodSettings): boolean =>
  isClosedUsagePeriod(period, now, settings.reportingDeadlineDay);

/** Returns the first day on which a month is closed: the day after the clubs' reporting deadline. */
export const closingDate = (period: PeriodId, settings: PeriodSettings = periodSettings): CalendarDate =>
  addDays(periodStart(nextPeriod(period)), settings.reportingDeadlineDay);

export const lastReportingDay = (period: PeriodId): CalendarDate => addDays(closingDate(period), -1);

/** Returns the closing date of a month, or of the next open month if the month is closed. */
export const closingMessage = (period: PeriodId, newestClosed: PeriodId): string => {
  const open = nextPeriod(newestClosed);
  return period > newestClosed
    ? notClosedYet(period)
    : `${periodName(open)} closes on ${showDate(closingDate(open))}.`;
};

export const notClosedYet = (period: PeriodId, settings: PeriodSettings = periodSettings): string =>
  `${periodName(period)} is not closed yet. It closes on ${showDate(closingDate(period, settings))}: clubs can report check-ins until the end of the day before.`;

export interface PeriodSettings {
  /** Day of the next month until which, 23:59 in Chicago, clubs can report the visits of a month. */
  reportingDeadlineDay: number;
  /** Number of months in period lists. */
  monthsOffered: number;
}

/** Active settings; the deadline is a product decision (clubs report by the 8th). */
export const periodSettings: PeriodSettings = { reportingDeadlineDay: 8, monthsOffered: 24 };
