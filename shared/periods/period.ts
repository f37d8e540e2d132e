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
import { periodSettings, type PeriodSettings } from './period-settings.ts';

/** A period as the selection lists show it: id `yyyymm`, yearMonth such as "October 2026" (spec 3 §3). */
export const periodOption = z.object({ id: z.string(), yearMonth: z.string() });
export type PeriodOption = z.output<typeof periodOption>;

export const periodOptionOf = (id: PeriodId): PeriodOption => ({ id, yearMonth: periodName(id) });

/** The period that the current day is in. */
export const currentPeriod = (now: Date): PeriodId => periodOf(dateInChicago(now));

/** The closed usage periods that are offered, the newest first. */
export const closedPeriods = (now: Date, settings: PeriodSettings = periodSettings): PeriodId[] =>
  closedUsagePeriods(now, settings.monthsOffered, settings.reportingDeadlineDay);

/** The months up to the current one that are offered, the newest first. */
export const periodsToCurrent = (now: Date, settings: PeriodSettings = periodSettings): PeriodId[] =>
  periodsUntilCurrent(now, addPeriods(currentPeriod(now), 1 - settings.monthsOffered));

/**
 * The months whose dues may be collected, the newest first: up to the current one, and from the 25th of a month on,
 * when the next dues are generated, the next one too.
 */
export function duesPeriods(now: Date, settings: PeriodSettings = periodSettings): PeriodId[] {
  const next = nextPeriod(currentPeriod(now));
  const months = periodsToCurrent(now, settings);
  return dateInChicago(now) >= duesGenerationDate(next) ? [next, ...months] : months;
}

/** Every period offered: up to the current one, and the month to come, for which programs are prepared. */
export const allPeriods = (now: Date, settings: PeriodSettings = periodSettings): PeriodId[] => [
  nextPeriod(currentPeriod(now)),
  ...periodsToCurrent(now, settings),
];

/** True when the month is over and the clubs' deadline has passed. */
export const isClosed = (period: PeriodId, now: Date, settings: PeriodSettings = periodSettings): boolean =>
  isClosedUsagePeriod(period, now, settings.reportingDeadlineDay);

/** The first day on which a month is closed: the day after the clubs' reporting deadline. */
export const closingDate = (period: PeriodId, settings: PeriodSettings = periodSettings): CalendarDate =>
  addDays(periodStart(nextPeriod(period)), settings.reportingDeadlineDay);

/** The last day on which clubs report visits of a month. */
export const lastReportingDay = (period: PeriodId): CalendarDate => addDays(closingDate(period), -1);

/** What a screen says beside a month: when it closes, or for a closed one when the next month does. */
export const closingSentence = (period: PeriodId, newestClosed: PeriodId): string => {
  const open = nextPeriod(newestClosed);
  return period > newestClosed
    ? notClosedYet(period)
    : `${periodName(open)} closes on ${showDate(closingDate(open))}.`;
};

/** The sentence about a month that is not closed yet: when it will be, and why not before. */
export const notClosedYet = (period: PeriodId, settings: PeriodSettings = periodSettings): string =>
  `${periodName(period)} is not closed yet. It closes on ${showDate(closingDate(period, settings))}: clubs can report check-ins until the end of the day before.`;
