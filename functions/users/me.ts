import { roleCodes } from '../../shared/roles.ts';
import { users } from '../../shared/users/contract.ts';
import { Refusal } from '../../shared/refusal.ts';
import { handle } from '../platform/handle.ts';

export const handler = handle(users.me, async ({ caller: { user } }) => {
  if (!user) throw new Refusal('forbidden', 'Access to the resource is denied.');
  const fullName = `${user.firstName} ${user.lastName}`;
  return {
    userId: user.id,
    role: user.role,
    roleCode: roleCodes[user.role],
    fullName,
    email: user.email,
    partnerId: user.partnerId,
    facilityId: user.facilityId,
    hasGroupMembership: user.memberIds.length > 0,
    memberGroups:
      user.memberIds.length === 0
        ? []
        : [
            {
              fullName,
              membersIds: user.memberIds,
              abbreviatedName: `${user.firstName[0] ?? ''}${user.lastName[0] ?? ''}`,
            },
          ],
  };
});
