import * as z from 'zod';
import type { PeriodId } from '../calendar.ts';

const monthVisits = z.object({ periodId: z.string(), count: z.int() });

/**
 * Counted visits of a member in the latest even-numbered and the latest odd-numbered month with visits. A list sorts
 * by the text of its latest month's parity, with members without visits last, so a new month requires no update of the
 * rows.
 */
export const visitMonths = z.object({ even: monthVisits.optional(), odd: monthVisits.optional() });
export type VisitMonths = z.output<typeof visitMonths>;

export const parityOf = (periodId: PeriodId): keyof VisitMonths =>
  Number(periodId) % 2 === 0 ? 'even' : 'odd';

/** Sets the visits of a month; months before the stored one are ignored. */
export function withMonthVisits(
  months: VisitMonths | undefined,
  periodId: PeriodId,
  count: number,
): VisitMonths {
  const parity = parityOf(periodId);
  const month = months?.[parity];
  return month && month.periodId > periodId ? { ...months } : { ...months, [parity]: { periodId, count } };
}

/** Returns the stored visits of a month; 0 for others. */
export function countIn(months: VisitMonths | undefined, periodId: PeriodId): number {
  const month = months?.[parityOf(periodId)];
  return month?.periodId === periodId ? month.count : 0;
}

/** Returns the sort text for months of one parity; members without visits come last, by name. */
export function visitsSortText(months: VisitMonths | undefined, parity: keyof VisitMonths): string {
  const month = months?.[parity];
  return month ? `${month.periodId} ${String(month.count).padStart(4, '0')}` : '0';
}
