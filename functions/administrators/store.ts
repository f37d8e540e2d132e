import { administratorsAllowed, type Administrator } from '../../shared/administrators/administrator.ts';
import { Refusal } from '../../shared/refusal.ts';
import { conditionCheck, type Change } from '../table/change.ts';
import { keys, lists } from '../table/keys.ts';
import { listOf, pageOfList } from '../table/list.ts';
import { loadUser, userChange } from '../users/store.ts';
import { userEntity, type User } from '../users/user.ts';

const columns = ['lastName', 'firstName', 'email'] as const;

/** A user as the administrators' screen sees it. */
export const administratorOf = (user: User): Administrator => ({
  id: user.id,
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  status: user.disabled ? 'leaving' : user.awaitsPassword ? 'invited' : 'active',
});

/** All administrators by last name: at most one page. */
export async function listAdministrators(): Promise<Administrator[]> {
  const list = listOf(lists.administrators(), columns, userEntity);
  return (await pageOfList(list, { pageSize: administratorsAllowed })).items.map(administratorOf);
}

export async function loadAdministrator(id: string): Promise<User> {
  const user = await loadUser(id);
  if (user?.role !== 'systemAdmin') throw new Refusal('not-found', 'Administrator not found.');
  return user;
}

/** The writes that change an administrator's record; a new one counts against what a deployment may have. */
export const administratorChange = (before: User | null, after: User | null): Change[] => [
  ...userChange(before, after),
  ...(before
    ? []
    : [
        {
          count: keys.count(lists.administrators()),
          by: 0,
          atMost: {
            count: administratorsAllowed,
            full: new Refusal('invalid', `There can be at most ${administratorsAllowed} administrators.`),
          },
        },
      ]),
];

/** The condition that an administrator is one still, in the transaction of what they do. */
export const stillAdministrator = (id: string): Change =>
  conditionCheck(
    keys.user(id),
    '#role = :role and disabled = :no',
    { ':role': 'systemAdmin', ':no': false },
    new Refusal('conflict', 'You were removed as an administrator. Nothing was changed.'),
    { '#role': 'role' },
  );
