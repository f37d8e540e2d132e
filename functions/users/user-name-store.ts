import { userEntity } from './user.ts';
import { keys } from '../table/keys.ts';
import { getMany } from '../table/table.ts';

/** Returns names by user ID; unknown IDs are omitted. */
export async function loadUserNames(userIds: readonly string[]): Promise<Map<string, string>> {
  const found = await getMany(userEntity, [...new Set(userIds)].map(keys.user));
  return new Map(found.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`]));
}
