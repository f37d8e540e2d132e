import type { Invitation } from '../../shared/members/invitation.ts';
import type { Member } from '../../shared/members/member.ts';
import { invitationChange } from '../members/invitation-store.ts';
import { memberChange } from '../members/store.ts';
import type { User } from '../users/user.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import { userChange } from '../users/store.ts';

interface Acceptance {
  invitation: Invitation;
  member: Member;
  /** The stored user; null for a new one. */
  before: User | null;
  after: User;
  now: Date;
}

/** Assigns the membership to the user and uses the invitation, in one transaction. */
export async function saveAcceptance({ invitation, member, before, after, now }: Acceptance): Promise<void> {
  const usedAt = now.toISOString();
  await transact(
    ...userChange(before, {
      ...after,
      memberIds: [...after.memberIds, member.id],
      memberPartnerIds: [...new Set([...after.memberPartnerIds, member.partnerId])],
    }),
    ...memberChange(member, { ...member, userId: after.id }),
    ...invitationChange(invitation, { ...invitation, usedAt }),
    auditWrite(
      {
        name: 'member accepted invitation',
        subject: `member ${member.id}`,
        partnerId: member.partnerId,
        who: after.id,
        after: { usedAt },
      },
      now,
    ),
  );
}
