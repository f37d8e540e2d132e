import { nextPeriod, periodStart, type CalendarDate, type PeriodId } from '../calendar.ts';
import { hasDayIn } from '../payments/dues.ts';
import type { Enrollment } from './enrollment.ts';

export interface CountedFacility {
  facilityId: string;
  from: CalendarDate;
  to: CalendarDate | null;
}

/**
 * Returns the facility at which each member who moved during the month counts: the one of the last day. Members of a
 * single facility are omitted to keep the result small.
 */
export function facilityOfMovers(
  enrollments: Iterable<Enrollment>,
  period: PeriodId,
): Map<string, CountedFacility> {
  const latest = new Map<string, Enrollment>();
  const moved = new Map<string, CountedFacility>();
  for (const enrollment of enrollments) {
    if (!hasDayIn(enrollment, period)) continue;
    const before = latest.get(enrollment.memberId);
    const last = before === undefined || wasLater(enrollment, before, period) ? enrollment : before;
    latest.set(enrollment.memberId, last);
    if (before === undefined) continue;
    const since = moved.get(enrollment.memberId)?.from ?? before.from;
    moved.set(enrollment.memberId, {
      facilityId: last.facilityId,
      from: enrollment.from < since ? enrollment.from : since,
      to: last.to,
    });
  }
  return moved;
}

/** Compares by last day in the month, then by first day. */
function wasLater(enrollment: Enrollment, other: Enrollment, period: PeriodId): boolean {
  const afterMonth = periodStart(nextPeriod(period));
  const end = ({ to }: Enrollment) => (to === null || to > afterMonth ? afterMonth : to);
  if (end(enrollment) !== end(other)) return end(enrollment) > end(other);
  return enrollment.from === other.from
    ? enrollment.facilityId > other.facilityId
    : enrollment.from > other.from;
}
