import { invited, type Member } from '../members/member.ts';
import { moveMember } from '../members/membership-status.ts';
import type { CalendarDate } from '../calendar.ts';
import { Refusal } from '../refusal.ts';

/** Minimum interval between manual invitations to a member. */
const betweenInvitationsMs = 3_600_000;

/**
 * Returns the member after an invitation was sent manually. Throws ('too-many') within an hour of the last invitation
 * and ('invalid') if the member has accepted or can no longer be invited.
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
