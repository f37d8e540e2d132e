import { dateInChicago } from '../../shared/calendar.ts';
import {
  invitation,
  stateOf,
  type Invitation,
  type InvitationState,
} from '../../shared/enrollment/invitation.ts';
import type { Member } from '../../shared/members/member.ts';
import { Refusal } from '../../shared/refusal.ts';
import { addPersonWithoutPassword } from '../platform/user-pool.ts';
import { auditWrite } from '../table/audit.ts';
import { change } from '../table/change.ts';
import type { Change, Write } from '../table/write.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { get } from '../table/table.ts';
import { transact } from '../table/transact.ts';
import { requireProviderOf } from '../users/sign-on-store.ts';
import { newUser, userChange } from '../users/store.ts';
import type { User } from '../users/user.ts';
import { tokenHashOf } from './invitation-token.ts';
import { findMember, memberChange } from './store.ts';

const invitationEntity = entity({
  name: 'invitation',
  schema: invitation,
  key: ({ tokenHash }) => keys.invitation(tokenHash),
});

export const loadInvitation = (tokenHash: string): Promise<Invitation | undefined> =>
  get(invitationEntity, keys.invitation(tokenHash));

/** Returns the writes of an invitation, or of its revocation (`after` null); a second use of a link is refused. */
export const invitationChange = (before: Invitation | null, after: Invitation | null): Change[] =>
  change(invitationEntity, before, after, {
    lost: new Refusal(
      'conflict',
      'This invitation was used or changed in the meantime. Reload and try again.',
    ),
  });

/** Returns the invitation of a link with its member and state; unknown and revoked links are identical. */
export async function invitationOf(
  token: string,
  now: Date,
): Promise<{ invitation: Invitation; member: Member; state: InvitationState }> {
  const stored = await loadInvitation(tokenHashOf(token));
  const member = stored && (await findMember(stored.memberId));
  if (!stored || !member)
    throw new Refusal(
      'not-found',
      'This invitation link is not valid. Open the link in your newest invitation, or request a new one.',
    );
  return { invitation: stored, member, state: stateOf(stored, member, dateInChicago(now)) };
}

interface Acceptance {
  /** The link that was opened; null if the employer's provider identified the member. */
  invitation: Invitation | null;
  /** Issuer of the provider that identified the person. */
  issuer?: string | undefined;
  member: Member;
  /** The stored user; null for a new one. */
  before: User | null;
  after: User;
  /** Further writes of the transaction. */
  also?: readonly Write[];
  now: Date;
}

/**
 * Assigns the membership to the user and uses the invitation, in one transaction. The only path by which an account
 * becomes one of a partner's members.
 */
export async function saveAcceptance(acceptance: Acceptance): Promise<void> {
  const { invitation: link, member, before, after, also = [], now } = acceptance;
  const usedAt = now.toISOString();
  const { id, partnerId } = member;
  await requireProviderOf(partnerId, acceptance.issuer);
  await transact(
    ...userChange(before, {
      ...after,
      memberIds: [...new Set([...after.memberIds, id])],
      memberPartnerIds: [...new Set([...after.memberPartnerIds, partnerId])],
    }),
    ...memberChange(member, { ...member, userId: after.id }),
    ...(link ? invitationChange(link, { ...link, usedAt }) : []),
    auditWrite(
      {
        name: 'member accepted invitation',
        subject: `member ${id}`,
        partnerId,
        who: after.id,
        after: { usedAt },
      },
      now,
    ),
    ...also,
  );
}

/** Creates the account of an invited member without a password, and returns it. */
export async function createAccount(
  {
    member,
    also,
    ...acceptance
  }: Omit<Acceptance, 'before' | 'after' | 'also'> & {
    also?: (userId: string) => Write[];
  },
  fields: Partial<User> = {},
): Promise<User> {
  await requireProviderOf(member.partnerId, acceptance.issuer);
  const { email, firstName, lastName } = member;
  const id = await addPersonWithoutPassword({ email, role: 'member' });
  const after = newUser({ id, role: 'member', email, firstName, lastName, ...fields });
  await saveAcceptance({ ...acceptance, member, before: null, after, also: also?.(id) });
  return after;
}
