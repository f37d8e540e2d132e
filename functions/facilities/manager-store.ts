import { clubManagersAllowed, type ClubManager } from '../../shared/facilities/club-managers/contract.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { Change } from '../table/change.ts';
import { keys, lists } from '../table/keys.ts';
import { listOf, pageOfList } from '../table/list.ts';
import { loadUser, userChange } from '../users/store.ts';
import { userEntity, type User } from '../users/user.ts';

const columns = ['lastName', 'firstName', 'email'] as const;

/** A user as the managers of a club are shown. */
export const clubManagerOf = ({ id, firstName, lastName, email, ...user }: User): ClubManager => ({
  id,
  firstName,
  lastName,
  email,
  status: user.disabled ? 'leaving' : user.awaitsPassword ? 'invited' : 'active',
});

/** A club's managers by last name: all of them, since a club has at most one page. */
export async function listClubManagers(facilityId: string): Promise<ClubManager[]> {
  const list = listOf(lists.facilityManagers(facilityId), columns, userEntity);
  return (await pageOfList(list, { pageSize: clubManagersAllowed })).items.map(clubManagerOf);
}

/** A manager of this very club; refuses ('not-found') everybody else. */
export async function loadClubManager(facilityId: string, id: string): Promise<User> {
  const user = await loadUser(id);
  if (user?.role !== 'facilityManager' || user.facilityId !== facilityId)
    throw new Refusal('not-found', 'Manager not found.');
  return user;
}

/** The writes that change a club manager's record; a new one counts against what a club may have. */
export const clubManagerChange = (before: User | null, after: User | null): Change[] => [
  ...userChange(before, after),
  ...(before || !after?.facilityId
    ? []
    : [
        {
          count: keys.count(lists.facilityManagers(after.facilityId)),
          by: 0,
          atMost: {
            count: clubManagersAllowed,
            full: new Refusal('invalid', `A club can have at most ${clubManagersAllowed} managers.`),
          },
        },
      ]),
];
