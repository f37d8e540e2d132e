import { emailFailureOf } from '../../shared/email-failure.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { ListedUser } from '../../shared/users/invited-user.ts';
import { formerUser } from '../../shared/users/names.ts';
import type { Change } from '../table/write.ts';
import { keys } from '../table/keys.ts';
import { listOf, pageOfList } from '../table/list.ts';
import { loadUserNames, userChange } from './store.ts';
import { userColumns, userEntity, type User } from './user.ts';

/** Returns the names of the administrators who added the users, by user ID. */
export const creatorNames = (...users: readonly User[]): Promise<Map<string, string>> =>
  loadUserNames(users.flatMap(({ createdBy }) => createdBy ?? []));

/** Returns a user as a row. `names` has the names of the creators. */
export const listedUserOf = (
  { id, firstName, lastName, email, createdBy, ...user }: User,
  names: ReadonlyMap<string, string>,
): ListedUser => ({
  id,
  firstName,
  lastName,
  email,
  status: user.awaitsApproval
    ? 'unapproved'
    : user.disabled
      ? user.role === 'systemAdmin' && !user.removal?.isFinal
        ? 'disabled'
        : 'leaving'
      : user.awaitsPassword
        ? 'invited'
        : 'active',
  invitedBy: user.awaitsApproval?.invitedBy ?? null,
  removal: user.removal ?? null,
  createdByName: createdBy === undefined ? null : (names.get(createdBy) ?? formerUser),
  emailProblem: emailFailureOf({ ...user, email }),
});

/** Returns all users of a list by last name, because a list of users has at most one page. */
export const usersIn = async (list: string, atMost: number): Promise<User[]> =>
  (await pageOfList(listOf(list, userColumns, userEntity), { pageSize: atMost })).items;

export async function usersOf(list: string, atMost: number): Promise<ListedUser[]> {
  const users = await usersIn(list, atMost);
  const names = await creatorNames(...users);
  return users.map((user) => listedUserOf(user, names));
}

/** Returns the writes of a listed user; throws 'invalid' if a new one exceeds the list's limit. */
export const listedUserChange = (
  before: User | null,
  after: User | null,
  { list, atMost, full }: { list: string; atMost: number; full: string },
): Change[] => [
  ...userChange(before, after),
  ...(before || !after
    ? []
    : [{ count: keys.count(list), by: 0, atMost: { count: atMost, full: new Refusal('invalid', full) } }]),
];
