import { nextPeriod, periodStart, type CalendarDate, type PeriodId } from '../calendar.ts';
import { hasDayIn } from '../payments/dues.ts';
import type { Enrollment } from './enrollment.ts';

export interface CountedClub {
  facilityId: string;
  from: CalendarDate;
  to: CalendarDate | null;
}

/**
 * Returns the facility at which each member who moved during the month counts: the one of the last day. Members of a
 * single facility are omitted to keep the result small.
 */
export function clubOfMovers(enrollments: Iterable<Enrollment>, period: PeriodId): Map<string, CountedClub> {
  const latest = new Map<string, Enrollment>();
  const moved = new Map<string, CountedClub>();
  for (const one of enrollments) {
    if (!hasDayIn(one, period)) continue;
    const before = latest.get(one.memberId);
    const last = before === undefined || wasLater(one, before, period) ? one : before;
    latest.set(one.memberId, last);
    if (before === undefined) continue;
    const since = moved.get(one.memberId)?.from ?? before.from;
    moved.set(one.memberId, {
      facilityId: last.facilityId,
      from: one.from < since ? one.from : since,
      to: last.to,
    });
  }
  return moved;
}

/** Compares by last day in the month, then by first day. */
function wasLater(one: Enrollment, other: Enrollment, period: PeriodId): boolean {
  const afterMonth = periodStart(nextPeriod(period));
  const end = ({ to }: Enrollment) => (to === null || to > afterMonth ? afterMonth : to);
  if (end(one) !== end(other)) return end(one) > end(other);
  return one.from === other.from ? one.facilityId > other.facilityId : one.from > other.from;
}
