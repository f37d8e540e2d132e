import { Refusal } from '../../shared/refusal.ts';
import { userEntity, type User } from './user.ts';
import { clientIdOf, clientUserId } from '../../shared/integrations/client-user.ts';
import { change } from '../table/change.ts';
import type { Change } from '../table/write.ts';
import { keys, type Key } from '../table/keys.ts';
import { get, getMany, queryItems } from '../table/table.ts';
import { getItem } from '../table/get-item.ts';
import { getItems } from '../table/batch-get-items.ts';

export const loadUser = (id: string): Promise<User | undefined> => get(userEntity, keys.user(id));

/** Returns the user of an address, with the same two reads if there is none. */
export const findUserByEmail = (email: string): Promise<User | undefined> =>
  loadOwner(keys.unique('user-email', email.toLowerCase()));

/** Returns the user of a token's `sub` with one read, or three where the pool was replaced. */
export const loadUserOfToken = async (sub: string): Promise<User | undefined> =>
  (await loadUser(sub)) ?? (await loadOwner(keys.unique('pool-user', sub)));

async function loadOwner(name: Key): Promise<User | undefined> {
  const item = await getItem(name);
  const id = /^USER#(.+)\|USER$/.exec(String(item?.owner))?.[1];
  return loadUser(id ?? 'nobody');
}

/** Returns the writes of a user's record; addresses are unique. */
export const userChange = (before: User | null, after: User | null): Change[] =>
  change(userEntity, before, after, {
    lost: new Refusal('conflict', 'Someone else changed this user. Reload and try again.'),
    duplicates: {
      'user-email': new Refusal(
        'conflict',
        'Email must be unique. Someone already logs in with this address.',
        'email',
      ),
    },
  });

/** Returns a new user's record without any assignments. */
export const newUser = (
  user: Pick<User, 'id' | 'role' | 'email' | 'firstName' | 'lastName'> & Partial<User>,
): User => ({
  partnerId: null,
  memberIds: [],
  memberPartnerIds: [],
  facilityId: null,
  disabled: false,
  version: 0,
  ...user,
});

export const hasSignIn = async (email: string): Promise<boolean> =>
  (await queryItems(keys.unique('user-email', email.toLowerCase()).pk)).items.length > 0;

/** Returns users by address (lowercase), without unknown addresses. */
export async function loadUsersByEmail(emails: readonly string[]): Promise<Map<string, User>> {
  const names = await getItems(emails.map((email) => keys.unique('user-email', email)));
  const ids = names.map(
    ({ owner }) =>
      String(owner)
        .split('|')[0]
        ?.replace(/^USER#/, '') ?? '',
  );
  const users = await getMany(userEntity, ids.map(keys.user));
  return new Map(users.map((user) => [user.email.toLowerCase(), user]));
}

/** Returns names by user ID, and those of API clients by the ID of their caller; unknown IDs are omitted. */
export async function loadUserNames(userIds: readonly string[]): Promise<Map<string, string>> {
  const ids = [...new Set(userIds)];
  const clientIds = ids.flatMap((id) => clientIdOf(id) ?? []);
  const [users, clients] = await Promise.all([
    getMany(userEntity, ids.filter((id) => clientIdOf(id) === undefined).map(keys.user)),
    getItems(clientIds.map(keys.apiClient)),
  ]);
  return new Map([
    ...users.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`] as const),
    ...clients.map(({ id, name }) => [clientUserId(String(id)), `${String(name)} (API client)`] as const),
  ]);
}
