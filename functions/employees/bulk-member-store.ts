import type { InvitationStatus } from '../../shared/members/member.ts';
import { keys, lists } from '../table/keys.ts';
import { rowKeysOfList } from '../table/list-keys.ts';
import { searchedKeys } from '../table/list-part.ts';
import { statusKey, rosterOf } from './roster-store.ts';

interface Search {
  filter?: string | undefined;
  invitationStatus?: InvitationStatus | undefined;
}

const start = keys.member('').pk;

/** Returns the members of a search, a status, or the whole roster; reads keys only. */
export async function memberIdsOf(partnerId: string, { filter = '', invitationStatus }: Search) {
  const found =
    filter.trim() !== ''
      ? searchedKeys(lists.employees(partnerId), filter)
      : invitationStatus === undefined
        ? rowKeysOfList(rosterOf(partnerId), 'memberEmail')
        : rowKeysOfList(rosterOf(partnerId), 'invitationStatusDescription', statusKey(invitationStatus));
  const ids = new Set<string>();
  for await (const pk of found) if (pk.startsWith(start)) ids.add(pk.slice(start.length));
  return [...ids];
}
