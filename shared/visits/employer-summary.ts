import { isClosedUsagePeriod, type PeriodId } from '../calendar.ts';
import type { MonthSummary } from './month-summary.ts';

/** Smallest number of members that an employer's summary contains. */
export const smallestCell = 5;

/**
 * Returns a month in numbers as an employer sees it. Numbers of fewer than five members are omitted. The totals are
 * omitted with them, and the next number, because a total that is known otherwise would determine a single one. An open month has no numbers: comparing two days would show who came in between.
 */
export function employerSummary(
  { visits, members, membersByVisits }: Omit<MonthSummary, 'omitted'>,
  periodId: PeriodId,
  now: Date,
): MonthSummary {
  if (!isClosedUsagePeriod(periodId, now))
    return { visits: null, members: null, membersByVisits: [], omitted: 'open' };
  const ascending = membersByVisits.toSorted((left, right) => left.members - right.members);
  const small = ascending.filter((cell) => cell.members < smallestCell);
  const omitted = new Set(small.length === 0 ? [] : ascending.slice(0, small.length + 1));
  if (omitted.size === 0) return { visits, members, membersByVisits, omitted: 'none' };
  return {
    visits: null,
    members: null,
    membersByVisits: membersByVisits.filter((cell) => !omitted.has(cell)),
    omitted: 'small',
  };
}
