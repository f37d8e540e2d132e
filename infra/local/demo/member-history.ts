import { addDays, daysBetween, periodOf, periodStart, type CalendarDate } from '../../../shared/calendar.ts';
import {
  deleted,
  enrolledWaitingForPayment,
  firstDayOf,
  onHold,
  suspended,
  waitingToDelete,
  type InvitationStatus,
  type Member,
} from '../../../shared/members/member.ts';
import { moveMember } from '../../../shared/members/membership-status.ts';
import type { Seeded } from './seed.ts';

/** Returns a member with the events after signing, applied by the portal's own rules. */
export function withHistory(
  signed: Member,
  status: InvitationStatus,
  membersPay: boolean,
  { today, drawn }: { today: CalendarDate; drawn: Seeded },
): Member {
  if (status === enrolledWaitingForPayment) return signed;
  const active = signed.activatedOn === null ? moveMember(signed, 'submitFirstDues', {}) : signed;
  const leave = (on: CalendarDate) =>
    moveMember(active, 'leave', { today: on, membersPay, isCollecting: false });
  if (status === suspended) return moveMember(active, 'invalidateAccount', { today: addDays(today, -5) });
  if (status === onHold) return moveMember(active, 'hold', { today: addDays(today, -13) });
  if (status === waitingToDelete) return leave(today);
  if (status !== deleted) return active;
  const from = firstDayOf(active) ?? today;
  const days = daysBetween(from, addDays(periodStart(periodOf(today)), -1));
  const former = leave(addDays(from, drawn.between(Math.min(10, days), days)));
  return former.invitationStatus === deleted ? former : moveMember(former, 'endMembership', { today });
}
