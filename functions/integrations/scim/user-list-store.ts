import type { Member } from '../../../shared/members/member.ts';
import { rosterOf } from '../../employees/roster-store.ts';
import { formerUserColumns, loadMembers, memberEntity } from '../../members/store.ts';
import { membershipCounts } from '../../members/membership-count-store.ts';
import { keys, lists } from '../../table/keys.ts';
import { rowKeysOfList } from '../../table/list-keys.ts';
import { countOf, listOf } from '../../table/list.ts';

/** The order of users: by a column of the roster; people who left follow by name. */
export interface UserOrder {
  column: 'memberEmail' | 'memberLastName' | 'memberFirstName';
  isDescending: boolean;
}

const membersInPage = 200;
const start = keys.member('').pk;

/** Yields the IDs of a partner's users from the index only, without reading rows. */
async function* userIds(partnerId: string, column: string): AsyncGenerator<string> {
  for await (const pk of rowKeysOfList(rosterOf(partnerId), column))
    if (pk.startsWith(start)) yield pk.slice(start.length);
  const former = listOf(lists.formerUsers(partnerId), formerUserColumns, memberEntity);
  for await (const pk of rowKeysOfList(former, 'name')) yield pk.slice(start.length);
}

const isListed = ({ directory }: Member): boolean => !directory?.removed;

export async function countUsers(partnerId: string): Promise<number> {
  const [{ used }, former] = await Promise.all([
    membershipCounts(partnerId),
    countOf(lists.formerUsers(partnerId)),
  ]);
  return used + former;
}

/** Returns users from an index (1 is the first). */
export async function idsOfPage(
  partnerId: string,
  { column, isDescending }: UserOrder,
  startIndex: number,
  count: number,
): Promise<Member[]> {
  const ids: string[] = [];
  let index = 0;
  for await (const id of userIds(partnerId, column)) {
    index += 1;
    if (isDescending || index >= startIndex) ids.push(id);
    if (!isDescending && ids.length >= count) break;
  }
  const wanted = isDescending ? ids.toReversed().slice(startIndex - 1, startIndex - 1 + count) : ids;
  return (await loadMembers(wanted)).filter(isListed);
}

/** Yields all users in pages. */
export async function* pagesOfUsers(partnerId: string, { column }: UserOrder): AsyncGenerator<Member[]> {
  let ids: string[] = [];
  for await (const id of userIds(partnerId, column)) {
    ids.push(id);
    if (ids.length < membersInPage) continue;
    yield (await loadMembers(ids)).filter(isListed);
    ids = [];
  }
  if (ids.length > 0) yield (await loadMembers(ids)).filter(isListed);
}
