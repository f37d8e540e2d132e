import { removeAdministrator } from '../administrators/removal.ts';
import { requireConfirmingAdministrator } from '../administrators/second-person.ts';
import { removeFacilityManager } from '../facilities/remove-manager.ts';
import { removeManager } from '../managers/remove-manager.ts';
import type { Caller } from '../users/caller.ts';
import { usersCreatedBy } from '../users/store.ts';
import type { User } from '../users/user.ts';
import { idsOfOwner, type WebhookOwner } from '../../shared/integrations/webhooks/owner.ts';

/** Returns the users added by a user for an owner, or for all owners, except the caller and requested removals. */
export async function createdUsers(userId: string, owner: WebhookOwner, caller: Caller): Promise<User[]> {
  const { partnerId, facilityId } = idsOfOwner(owner);
  return (await usersCreatedBy(userId)).filter(
    (user) =>
      user.id !== caller.userId &&
      user.removal?.requestedBy !== caller.userId &&
      (owner === 'all' ||
        (partnerId === undefined ? user.facilityId === facilityId : user.partnerId === partnerId)),
  );
}

/** Throws if the removal of one of the users is not possible for the caller. */
export async function requireRemovable(users: readonly User[], caller: Caller, now: Date): Promise<void> {
  if (users.some(({ role }) => role === 'systemAdmin'))
    await requireConfirmingAdministrator(caller.userId, now, 'remove administrators');
}

/** Removes managers, and takes the next step of the removal of administrators; each removal is emailed. */
export async function removeCreatedUsers(users: readonly User[], caller: Caller, now: Date): Promise<void> {
  for (const user of users)
    if (user.role === 'partnerManager') await removeManager(user, caller, now);
    else if (user.role === 'facilityManager') await removeFacilityManager(user, caller, now);
    else if (user.role === 'systemAdmin') await removeAdministrator(user, caller, now);
}
