import * as z from 'zod';
import { bulkResult, type BulkResult } from '../../shared/employees/bulk-action.ts';
import type { InvitationStatus } from '../../shared/members/member.ts';
import type { Page } from '../../shared/page.ts';
import { Refusal } from '../../shared/refusal.ts';
import { resultsPage, storeResults } from '../jobs/result-parts-store.ts';
import { change } from '../table/change.ts';
import { entity } from '../table/entity.ts';
import type { Change, Write } from '../table/write.ts';
import { keys, lists } from '../table/keys.ts';
import { rowKeysOfList } from '../table/list-keys.ts';
import { searchedKeys } from '../table/list-part.ts';
import { get } from '../table/table.ts';
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

/** Job that sends a partner's invitations; prevents two jobs from sending duplicates. */
const invitationRun = z.object({ partnerId: z.string(), jobId: z.string(), version: z.int() });
type InvitationRun = z.output<typeof invitationRun>;

const invitationRunEntity = entity({
  name: 'invitation run',
  schema: invitationRun,
  key: ({ partnerId }) => keys.invitationRun(partnerId),
});

export const loadInvitationRun = (partnerId: string): Promise<InvitationRun | undefined> =>
  get(invitationRunEntity, keys.invitationRun(partnerId));

/** Returns the writes that assign the partner's invitations to another job. */
export const invitationRunChange = (before: InvitationRun | undefined, after: InvitationRun): Change[] =>
  change(invitationRunEntity, before ?? null, after, {
    lost: new Refusal('conflict', 'Invitations are already being sent. Reload the page to see the progress.'),
  });
