import { invited, type Member } from '../members/member.ts';
import { moveMember } from '../members/membership-status.ts';
import type { CalendarDate } from '../calendar.ts';
import { Refusal } from '../refusal.ts';

/** How long a member is left alone after an invitation was sent by hand. */
const betweenInvitationsMs = 3_600_000;

/**
 * The member after an invitation is sent by hand, the first one or another. Refuses ('too-many') within the hour of the
 * last, and ('invalid') who has accepted or is past inviting.
 */
export function invitedAgain(member: Member, today: CalendarDate, now: Date): Member {
  if (member.userId !== null && member.invitationStatus === invited)
    throw new Refusal('invalid', 'This member has accepted the invitation. Nothing was sent.');
  const sent = member.invitationSentAt ? Date.parse(member.invitationSentAt) : -Infinity;
  if (now.getTime() - sent < betweenInvitationsMs)
    throw new Refusal('too-many', 'An invitation was sent within the last hour. Try again later.');
  const after =
    member.invitationStatus === invited
      ? { ...member, invitedOn: today }
      : moveMember(member, 'invite', { today });
  return {
    ...after,
    invitationAttempt: (member.invitationAttempt ?? 0) + 1,
    invitationSentAt: now.toISOString(),
  };
}
