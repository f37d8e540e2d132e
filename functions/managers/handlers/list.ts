import { managers } from '../../../shared/contracts/managers.ts';
import { handle } from '../../handle.ts';
import { creatorNames } from '../../users/user-list-store.ts';
import { listedManagerOf, listManagers } from '../store.ts';

export const handler = handle(managers.list, async ({ query: { partnerId } }) => {
  const users = await listManagers(partnerId);
  const names = await creatorNames(...users);
  return users.map((user) => listedManagerOf(user, names));
});
