import { Refusal } from '../../shared/refusal.ts';
import { userEntity, type User } from '../platform/caller.ts';
import { change, type Change } from '../table/change.ts';
import { keys } from '../table/keys.ts';
import { get, getItems } from '../table/table.ts';

export const loadUser = (id: string): Promise<User | undefined> => get(userEntity, keys.user(id));

/** The person who signs in with this address; the same two reads whether or not there is one. */
export async function findUserByEmail(email: string): Promise<User | undefined> {
  const [name] = await getItems([keys.unique('user-email', email.toLowerCase())]);
  const id = /^USER#(.+)\|USER$/.exec(String(name?.owner))?.[1];
  return loadUser(id ?? 'nobody');
}

/** The writes that add or change a person's record; one address is one person. */
export const userChange = (before: User | null, after: User | null): Change[] =>
  change(userEntity, before, after, {
    lost: new Refusal('conflict', 'Somebody else changed this person meanwhile. Reload and try again.'),
    taken: {
      'user-email': new Refusal(
        'conflict',
        'Email must be unique. Somebody signs in with this address already.',
        'email',
      ),
    },
  });

/** A person's record with nothing of their own yet. */
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
