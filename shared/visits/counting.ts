import type { CalendarDate } from '../calendar.ts';
import { deleted, firstDayOf, isOnHold, type Member } from '../members/member.ts';

/** Why a check-in is kept but does not count. */
export type NotCounted =
  | 'sameDay'
  | 'notEnrolled'
  | 'beforeEnrollment'
  | 'afterEnrollment'
  | 'onHold'
  | 'withdrawn';

export type VisitingMember = Pick<
  Member,
  'startsOn' | 'enrolledOn' | 'leavingOn' | 'holds' | 'invitationStatus'
>;

/**
 * Why a check-in on a day does not count for the member; null when it may. It counts from the first day of the
 * enrollment to the day before its end, but not on hold (decision 7). Who still waits for the first dues is
 * paid nothing yet; the visits count from that first day, so that they are there when the dues are sent. That only one
 * check-in of a day counts is for the caller, who knows the others.
 */
export function whyNotCounted(member: VisitingMember, date: CalendarDate): NotCounted | null {
  const from = firstDayOf(member);
  if (from === null) return 'notEnrolled';
  if (date < from) return 'beforeEnrollment';
  const { leavingOn, invitationStatus } = member;
  const hasEnded = leavingOn === null ? invitationStatus === deleted : date >= leavingOn;
  if (hasEnded) return 'afterEnrollment';
  return isOnHold(member, date) ? 'onHold' : null;
}
