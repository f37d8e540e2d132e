import * as z from 'zod';
import {
  addPeriods,
  closedUsagePeriods,
  dateInChicago,
  isClosedUsagePeriod,
  nextPeriod,
  periodName,
  periodOf,
  periodsUntilCurrent,
  type PeriodId,
} from '../calendar.ts';
import { periodSettings, type PeriodSettings } from './period-settings.ts';

/** A period as the selection lists show it: id `yyyymm`, yearMonth such as "October 2026" (spec 3 §3). */
export const periodOption = z.object({ id: z.string(), yearMonth: z.string() });
export type PeriodOption = z.output<typeof periodOption>;

export const periodOptionOf = (id: PeriodId): PeriodOption => ({ id, yearMonth: periodName(id) });

/** The period that the current day lies in. */
export const currentPeriod = (now: Date): PeriodId => periodOf(dateInChicago(now));

/** The closed usage periods that are offered, the newest first. */
export const closedPeriods = (now: Date, settings: PeriodSettings = periodSettings): PeriodId[] =>
  closedUsagePeriods(now, settings.monthsOffered, settings.reportingDeadlineDay);

/** The months up to the current one that are offered, the newest first. */
export const periodsToCurrent = (now: Date, settings: PeriodSettings = periodSettings): PeriodId[] =>
  periodsUntilCurrent(now, addPeriods(currentPeriod(now), 1 - settings.monthsOffered));

/** Every period offered: up to the current one, and the month to come, for which programs are prepared. */
export const allPeriods = (now: Date, settings: PeriodSettings = periodSettings): PeriodId[] => [
  nextPeriod(currentPeriod(now)),
  ...periodsToCurrent(now, settings),
];

/** True when the month is over and the clubs' deadline has passed. */
export const isClosed = (period: PeriodId, now: Date, settings: PeriodSettings = periodSettings): boolean =>
  isClosedUsagePeriod(period, now, settings.reportingDeadlineDay);
