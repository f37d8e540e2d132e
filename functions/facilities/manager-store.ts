import { facilityManagersAllowed } from '../../shared/facilities/facility-contract.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { ListedUser } from '../../shared/users/invited-user.ts';
import type { Change } from '../table/write.ts';
import { lists } from '../table/keys.ts';
import { loadUser, listedUserChange, usersOf } from '../users/store.ts';
import type { User } from '../users/user.ts';

export const listFacilityManagers = (facilityId: string): Promise<ListedUser[]> =>
  usersOf(lists.facilityManagers(facilityId), facilityManagersAllowed);

/** Returns the facility's managers who receive emails: all except those being removed. */
export const facilityManagersToEmail = async (facilityId: string): Promise<ListedUser[]> =>
  (await listFacilityManagers(facilityId)).filter(({ status }) => status !== 'leaving');

/** Returns a manager of this facility. Throws 'not-found' for every other user. */
export async function loadFacilityManager(facilityId: string, id: string): Promise<User> {
  const user = await loadUser(id);
  if (user?.role !== 'facilityManager' || user.facilityId !== facilityId)
    throw new Refusal('not-found', 'Manager not found.');
  return user;
}

/** The writes that change a facility's manager; a new one counts toward the facility's limit. */
export const facilityManagerChange = (
  facilityId: string,
  before: User | null,
  after: User | null,
): Change[] =>
  listedUserChange(before, after, {
    list: lists.facilityManagers(facilityId),
    atMost: facilityManagersAllowed,
    full: `A facility can have at most ${facilityManagersAllowed} managers.`,
  });
