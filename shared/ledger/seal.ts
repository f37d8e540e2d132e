import * as z from 'zod';
import {
  addDays,
  addPeriods,
  nextPeriod,
  periodStart,
  type CalendarDate,
  type PeriodId,
} from '../calendar.ts';

/** One hash over everything that was posted in a month, once the month is over. */
export const ledgerSeal = z.object({
  periodId: z.string(),
  hash: z.string(),
  entries: z.int(),
  sealedAt: z.string(),
  version: z.int(),
});
export type LedgerSeal = z.output<typeof ledgerSeal>;

/**
 * The months to seal on a day: from the first with entries, those that are over for a whole day, since what was begun
 * before midnight is written soon after it.
 */
export function monthsToSeal(
  since: PeriodId,
  isSealed: (period: PeriodId) => boolean,
  today: CalendarDate,
): PeriodId[] {
  const months: PeriodId[] = [];
  for (let month = since; today >= addDays(periodStart(nextPeriod(month)), 1); month = addPeriods(month, 1))
    if (!isSealed(month)) months.push(month);
  return months;
}
