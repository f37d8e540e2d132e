import { dateInChicago } from '../../shared/calendar.ts';
import { stateOf, type InvitationState } from '../../shared/enrollment/invitation.ts';
import type { Invitation } from '../../shared/members/invitation.ts';
import type { Member } from '../../shared/members/member.ts';
import { Refusal } from '../../shared/refusal.ts';
import { loadInvitation } from '../members/invitation-store.ts';
import { tokenHashOf } from '../members/invitation-token.ts';
import { findMember } from '../members/store.ts';

/** Returns the invitation of a link with its member and state; unknown and revoked links are identical. */
export async function invitationOf(
  token: string,
  now: Date,
): Promise<{ invitation: Invitation; member: Member; state: InvitationState }> {
  const invitation = await loadInvitation(tokenHashOf(token));
  const member = invitation && (await findMember(invitation.memberId));
  if (!invitation || !member)
    throw new Refusal(
      'not-found',
      'This invitation link is not valid. Open the link in your newest invitation, or request a new one.',
    );
  return { invitation, member, state: stateOf(invitation, member, dateInChicago(now)) };
}
