import type { PeriodId } from '../calendar.ts';
import type { Enrollment } from '../enrollment/enrollment.ts';
import type { CountedFacility } from '../enrollment/facility-of-movers.ts';
import { enrolledWaitingForPayment, type Member } from '../members/member.ts';
import { areFirstDuesCollected } from './dues-collected.ts';
import { hasDayIn, type DuesTime } from './dues.ts';
import { isPaidFor, timeOf } from './facility-payment.ts';

/** Returns whether a member counts in a month. `time` is the enrollment that counts in it. */
export type Counts = (member: Member, time: DuesTime, periodId: PeriodId) => boolean;

/** Dues are owed for every day of enrollment, because the first dues activate the member. */
export const owesDues: Counts = (member, time, periodId) => hasDayIn(timeOf(time, member), periodId);

/** Reimbursements require activated days. They wait while the member's first dues are outstanding. */
export const mayBeReimbursed: Counts = (member, time, periodId) =>
  isPaidFor(member, time, periodId) ||
  (member.invitationStatus === enrolledWaitingForPayment && owesDues(member, time, periodId));

/**
 * Returns the stays at a facility that can count in the month: one per member, and of members who moved only those at the
 * facility of their last day.
 */
export function countedStays(
  stays: readonly Enrollment[],
  moved: ReadonlyMap<string, CountedFacility>,
  periodId: PeriodId,
): Enrollment[] {
  const counted = stays.flatMap((enrollment): Enrollment[] => {
    const last = moved.get(enrollment.memberId);
    if (!last) return hasDayIn(enrollment, periodId) ? [enrollment] : [];
    return last.facilityId === enrollment.facilityId ? [{ ...enrollment, ...last }] : [];
  });
  // a member who left the facility and returned within the month has two stays there
  return [...new Map(counted.map((enrollment) => [enrollment.memberId, enrollment])).values()];
}

/** Returns the members of the stays who count in the month. */
export const countedIn = (
  stays: readonly Enrollment[],
  members: ReadonlyMap<string, Member>,
  periodId: PeriodId,
  counts: Counts,
): Member[] =>
  stays.flatMap((time) => {
    const member = members.get(time.memberId);
    return member && counts(member, time, periodId) ? [member] : [];
  });

/**
 * Returns members with an earned month. A member with first dues that were returned stays in a payment that already counted
 * the month; `counted` are its members.
 */
export const withEarnedMonth = (members: readonly Member[], counted: readonly string[]): Member[] => {
  const before = new Set(counted);
  return members.filter((member) => areFirstDuesCollected(member) || before.has(member.id));
};
