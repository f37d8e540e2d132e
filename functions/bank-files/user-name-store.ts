import { userEntity } from '../users/user.ts';
import { keys } from '../table/keys.ts';
import { getMany } from '../table/table.ts';

/** People's names by user id; an id that is nobody's has none. */
export async function loadUserNames(userIds: readonly string[]): Promise<Map<string, string>> {
  const found = await getMany(userEntity, [...new Set(userIds)].map(keys.user));
  return new Map(found.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`]));
}
