import { managersAllowed, type ListedManager, type Manager } from '../../shared/managers/manager.ts';
import { Refusal } from '../../shared/refusal.ts';
import { forbidden, type Caller } from '../users/caller.ts';
import type { Change } from '../table/write.ts';
import { lists } from '../table/keys.ts';
import { loadUser } from '../users/store.ts';
import { creatorNames, listedUserChange, listedUserOf, usersIn } from '../users/user-list-store.ts';
import { accessOf, type User } from '../users/user.ts';

export const managerVersionOf = ({ managerVersion }: User): number => managerVersion ?? 0;

export const listedManagerOf = (user: User, names: ReadonlyMap<string, string>): ListedManager => ({
  ...listedUserOf(user, names),
  access: accessOf(user) ?? 'full',
});

/** Returns a user as a manager on the wire. */
export const managerOf = async (user: User): Promise<Manager> => ({
  ...listedManagerOf(user, await creatorNames(user)),
  partnerId: user.partnerId ?? '',
  newEmail: user.emailedLink?.purpose === 'new email' ? user.emailedLink.email : null,
  version: managerVersionOf(user),
});

export const listManagers = (partnerId: string): Promise<User[]> =>
  usersIn(lists.managers(partnerId), managersAllowed);

export async function loadManager(id: string): Promise<User> {
  const user = await loadUser(id);
  if (user?.role !== 'partnerManager') throw new Refusal('not-found', 'Manager not found.');
  return user;
}

/** Returns the writes that change a manager's record; new ones count toward the partner's maximum. */
export const managerChange = (before: User | null, after: User | null): Change[] =>
  listedUserChange(before, after, {
    list: lists.managers(after?.partnerId ?? before?.partnerId ?? ''),
    atMost: managersAllowed,
    full: `A partner can have at most ${managersAllowed} managers.`,
  });

/** Allows administrators to access any manager, and managers only themselves. */
export function requireSelf({ role, userId }: Caller, managerId: string): void {
  if (role !== 'systemAdmin' && userId !== managerId) throw forbidden();
}
