import { Refusal } from '../../../shared/refusal.ts';
import { roleCodes } from '../../../shared/roles.ts';
import { users } from '../../../shared/contracts/users.ts';
import { loadGroupMembership } from '../../group-memberships/store.ts';
import { lacksSecondFactor } from '../caller.ts';
import { accessOf } from '../user.ts';
import { handle } from '../../handle.ts';
import { idleMinutesFor } from '../../platform/idle-timeouts.ts';
import { memberGroupsOf } from '../../accounts/member-groups.ts';

export const handler = handle(users.me, async ({ caller: { user } }) => {
  if (!user) throw new Refusal('forbidden', 'Access to the resource is denied.');
  const { memberGroups, formerMemberIds } = await memberGroupsOf(user);
  const ofPartner = user.partnerId ? await loadGroupMembership(user.partnerId) : undefined;
  return {
    userId: user.id,
    role: user.role,
    roleCode: roleCodes[user.role],
    fullName: `${user.firstName} ${user.lastName}`,
    email: user.email,
    partnerId: user.partnerId,
    facilityId: user.facilityId,
    access: accessOf(user),
    hasGroupMembership: memberGroups.length > 0 || ofPartner !== undefined,
    mustSetUpApp: lacksSecondFactor(user),
    mustChangePassword: user.givenPassword !== undefined,
    hasApp: user.hasSecondFactor === true,
    hasPasskey: Boolean(user.passkeys?.length),
    idleMinutes: idleMinutesFor(user.role),
    memberGroups,
    formerMemberIds,
  };
});
