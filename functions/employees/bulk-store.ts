import { bulkResult, type BulkResult } from '../../shared/employees/bulk-action.ts';
import type { InvitationStatus } from '../../shared/members/member.ts';
import type { Page } from '../../shared/page.ts';
import { resultsPage, storeResults } from '../jobs/result-parts-store.ts';
import type { Write } from '../table/write.ts';
import { keys, lists } from '../table/keys.ts';
import { rowKeysOfList } from '../table/list-keys.ts';
import { searchedKeys } from '../table/list-part.ts';
import { statusKey } from '../members/roster-sorts.ts';
import { rosterOf } from './roster-store.ts';

interface Search {
  filter?: string | undefined;
  invitationStatus?: InvitationStatus | undefined;
}

const start = keys.member('').pk;

/** Returns the members of a search, a status, or the whole roster; reads keys only. */
export async function memberIdsOf(partnerId: string, { filter = '', invitationStatus }: Search) {
  const memberIds =
    filter.trim() !== ''
      ? searchedKeys(lists.employees(partnerId), filter)
      : invitationStatus === undefined
        ? rowKeysOfList(rosterOf(partnerId), 'memberEmail')
        : rowKeysOfList(rosterOf(partnerId), 'invitationStatusDescription', statusKey(invitationStatus));
  const ids = new Set<string>();
  for await (const pk of memberIds) if (pk.startsWith(start)) ids.add(pk.slice(start.length));
  return [...ids];
}

/** Returns the write that stores results; parts are read in processing order. */
export const storeBulkResults = (jobId: string, position: number, rows: readonly BulkResult[]): Write =>
  storeResults(keys.bulkResults(jobId, String(position).padStart(9, '0')), 'bulk results', rows);

/** Returns a page of results in processing order. */
export const bulkResults = (jobId: string, after: string | undefined): Promise<Page<BulkResult>> =>
  resultsPage(keys.bulkResults(jobId, ''), bulkResult, 5, after);
