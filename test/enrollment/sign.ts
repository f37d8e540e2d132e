import { ownSessionsOf } from '../support/call.ts';
import { currentAgreementVersion } from '../../shared/enrollment/agreement-text.ts';
import { groupMembershipEntity } from '../../functions/group-memberships/store.ts';
import { memberChange } from '../../functions/members/store.ts';
import { keyFobEntity } from '../../functions/employees/store.ts';
import type { User } from '../../functions/users/user.ts';
import { change } from '../../functions/table/change.ts';
import { transact } from '../../functions/table/transact.ts';
import { newUser, userChange } from '../../functions/users/store.ts';
import type { GroupMembership } from '../../shared/group-memberships/group-membership.ts';
import type { Member } from '../../shared/members/member.ts';
import { Refusal } from '../../shared/refusal.ts';
import { someMember } from '../support/builders.ts';

export const signedForm = (facilityMemberID?: string) => ({
  facilityMemberID,
  isMemberAgreed: true,
  firstName: 'Ann',
  lastName: "O'Lund",
  contactNumber: '(218) 555-0142',
  email: 'ann@people.test',
  documentAgreementVersion: currentAgreementVersion,
});

export const withdrawal = { routingNumber: '091000019', accountNumber: '4455667788', bankAccountType: 0 };
export const deposit = { routingNumber: '091000019', accountNumber: '9988776655', bankAccountType: 1 };

const exists = { lost: new Refusal('conflict', 'It is there already.') };

export async function invitedMember(
  id: string,
  partnerId: string,
  overrides: Partial<Member> = {},
): Promise<{ member: Member; user: User; keyFob: string }> {
  const keyFob = `C${id.replaceAll(/\D/g, '').padStart(5, '0')}`;
  const member = someMember(id, partnerId, {
    invitationStatus: 2,
    userId: `user-${id}`,
    invitedOn: '2026-10-01',
    ...overrides,
  });
  const user = newUser({
    id: `user-${id}`,
    role: 'member',
    email: member.email,
    firstName: member.firstName,
    lastName: member.lastName,
    memberIds: [id],
    memberPartnerIds: [partnerId],
    sessions: ownSessionsOf(`user-${id}`),
  });
  await transact(
    ...memberChange(null, member),
    ...userChange(null, user),
    ...change(
      keyFobEntity,
      null,
      {
        number: keyFob,
        partnerId,
        keyFobStatusId: 0,
        memberId: null,
        addedAt: '2026-09-01T12:00:00.000Z',
        version: 0,
      },
      exists,
    ),
  );
  return { member: { ...member, version: 1 }, user, keyFob };
}

export async function setTerms(
  before: GroupMembership,
  terms: Partial<GroupMembership>,
): Promise<GroupMembership> {
  await transact(...change(groupMembershipEntity, before, { ...before, ...terms }, exists));
  return { ...before, ...terms, version: before.version + 1 };
}
