import { managersAllowed, type Manager } from '../../shared/managers/manager.ts';
import { Refusal } from '../../shared/refusal.ts';
import { forbidden, type Caller } from '../platform/caller.ts';
import type { Change } from '../table/change.ts';
import { keys, lists } from '../table/keys.ts';
import { listOf, pageOfList } from '../table/list.ts';
import { loadUser, userChange } from '../users/store.ts';
import { userEntity, type User } from '../users/user.ts';

const columns = ['lastName', 'firstName', 'email'] as const;

/** A user as the managers' screens see it. */
export const managerOf = (user: User): Manager => ({
  id: user.id,
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  partnerId: user.partnerId ?? '',
  status: user.disabled ? 'leaving' : user.awaitsPassword ? 'invited' : 'active',
  newEmail: user.emailedLink?.purpose === 'new email' ? user.emailedLink.email : null,
  version: user.version,
});

/** A partner's managers by last name: all of them, since a partner has at most one page. */
export async function listManagers(partnerId: string): Promise<Manager[]> {
  const list = listOf(lists.managers(partnerId), columns, userEntity);
  return (await pageOfList(list, { pageSize: managersAllowed })).items.map(managerOf);
}

export async function loadManager(id: string): Promise<User> {
  const user = await loadUser(id);
  if (user?.role !== 'partnerManager') throw new Refusal('not-found', 'Manager not found.');
  return user;
}

/** The writes that change a manager's record; a new one counts against what a partner may have. */
export const managerChange = (before: User | null, after: User | null): Change[] => [
  ...userChange(before, after),
  ...(before || !after?.partnerId
    ? []
    : [
        {
          count: keys.count(lists.managers(after.partnerId)),
          by: 0,
          atMost: {
            count: managersAllowed,
            full: new Refusal('invalid', `A partner can have at most ${managersAllowed} managers.`),
          },
        },
      ]),
];

/** Administrators may work on every manager, managers on themselves. */
export function requireSelf({ role, userId }: Caller, managerId: string): void {
  if (role !== 'systemAdmin' && userId !== managerId) throw forbidden();
}
