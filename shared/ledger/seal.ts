import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import {
  addDays,
  addPeriods,
  nextPeriod,
  periodStart,
  type CalendarDate,
  type PeriodId,
} from '../calendar.ts';

/** Hash of all entries posted in a closed month. */
export const ledgerSeal = z.object({
  periodId: z.string(),
  hash: z.string(),
  entries: z.int(),
  sealedAt: z.string(),
  version: recordVersion,
});
export type LedgerSeal = z.output<typeof ledgerSeal>;

/**
 * Returns the months to seal: those since the first with entries that have been over for a whole day, because changes
 * that start before midnight are written after it.
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
