import * as z from 'zod';
import type { PeriodId } from '../calendar.ts';

/** The visits that count in a month, and the month. */
const monthVisits = z.object({ periodId: z.string(), count: z.int() });

/**
 * A member's counted visits in the latest month that has any, of the months with an even number and of those with an
 * odd one. A list sorted by one of the two texts is in the order of the visits of its latest month, whoever has none
 * below: so the turn of a month changes no row.
 */
export const visitMonths = z.object({ even: monthVisits.optional(), odd: monthVisits.optional() });
export type VisitMonths = z.output<typeof visitMonths>;

export const parityOf = (periodId: PeriodId): keyof VisitMonths =>
  Number(periodId) % 2 === 0 ? 'even' : 'odd';

/** With the visits of a month as they are now; an older month than the one kept changes nothing. */
export function withMonthVisits(
  months: VisitMonths | undefined,
  periodId: PeriodId,
  count: number,
): VisitMonths {
  const parity = parityOf(periodId);
  const kept = months?.[parity];
  return kept && kept.periodId > periodId ? { ...months } : { ...months, [parity]: { periodId, count } };
}

/** What a member sorts by in the months of one parity; without visits below all others, by name. */
export function visitsSortText(months: VisitMonths | undefined, parity: keyof VisitMonths): string {
  const kept = months?.[parity];
  return kept ? `${kept.periodId} ${String(kept.count).padStart(4, '0')}` : '0';
}
