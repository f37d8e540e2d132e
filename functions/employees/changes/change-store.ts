import { keys, lists } from '../../table/keys.ts';
import { queryItems, get, mustGet } from '../../table/table.ts';
import * as z from 'zod';
import { bulkResult } from '../../../shared/employees/bulk-action.ts';
import {
  isUndecided,
  selectedRows,
  storedRosterChange,
  storedRosterRow,
  type RosterChange,
} from '../../../shared/employees/roster-change.ts';
import { payment } from '../../../shared/payments/payment.ts';
import type { Page } from '../../../shared/page.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { resultsPage, storeResults } from '../../jobs/result-parts-store.ts';
import { change } from '../../table/change.ts';
import type { Change, Write } from '../../table/write.ts';
import { entity, sortsBy } from '../../table/entity.ts';
import { listOf, pageOfList, pagesOfList } from '../../table/list.ts';
import { replacedItems } from '../../table/put-back.ts';
import { loadUserNames } from '../../users/store.ts';

/** Counts a member's check-ins, including those that do not count as visits. */
export async function checkInsOf(memberId: string): Promise<number> {
  const { pk, sk } = keys.visit(memberId, '');
  let count = 0;
  let after: string | undefined;
  do {
    const { items, last } = await queryItems(pk, { beginsWith: sk, ...(after !== undefined && { after }) });
    count += items.length;
    after = last ?? undefined;
  } while (after !== undefined);
  return count;
}

export const rosterChangeColumns = ['startedAt'] as const;

/** Changes of all partners that wait for an administrator; IDs of partners are numbers. */
const waitingList = lists.rosterChanges('waiting');

const rosterChangeEntity = entity({
  name: 'roster change',
  schema: storedRosterChange,
  key: ({ id }) => keys.rosterChange(id),
  inList: ({ partnerId, startedAt }) => ({
    list: lists.rosterChanges(partnerId),
    sorts: sortsBy(rosterChangeColumns, { startedAt }),
  }),
  alsoInLists: (record) =>
    record.status === 'waiting'
      ? [
          {
            key: keys.rosterPart(record.id, 'waiting'),
            list: waitingList,
            sorts: sortsBy(rosterChangeColumns, record),
            // stored with the change; this write increases its version by one
            row: { ...record, version: record.version + 1 },
          },
        ]
      : [],
});

/** Returns the roster changes that wait for an administrator, oldest first. */
export const waitingRosterChanges = async (pageSize: number): Promise<RosterChange[]> =>
  (
    await pageOfList(listOf(waitingList, rosterChangeColumns, rosterChangeEntity), {
      pageSize,
    })
  ).items;

export const findRosterChange = (id: string): Promise<RosterChange | undefined> =>
  get(rosterChangeEntity, keys.rosterChange(id));

export const loadRosterChange = (id: string): Promise<RosterChange> =>
  mustGet(rosterChangeEntity, keys.rosterChange(id), 'Roster change not found.');

/** Returns the writes that add a roster change (`before` null) or update it. */
export const rosterChangeWrites = (before: RosterChange | null, after: RosterChange): Change[] =>
  change(rosterChangeEntity, before, after, {
    lost: new Refusal('conflict', 'This file changed at the same time. Nothing was done. Load it again.'),
  });

/** Returns a page of a partner's roster changes, newest first. */
export const rosterChangesOf = (partnerId: string, cursor: string | undefined): Promise<Page<RosterChange>> =>
  pageOfList(listOf(lists.rosterChanges(partnerId), rosterChangeColumns, rosterChangeEntity), {
    sortOrder: 'desc',
    ...(cursor !== undefined && { cursor }),
  });

/** Yields all roster changes of a partner, oldest first. */
export async function* eachRosterChange(partnerId: string): AsyncGenerator<RosterChange> {
  const list = listOf(lists.rosterChanges(partnerId), rosterChangeColumns, rosterChangeEntity);
  for await (const { rows } of pagesOfList(list, 'startedAt')) yield* rows;
}

/** Returns a partner's roster changes to decide, oldest first and at most `most`: decided ones can follow them. */
export async function undecidedChangesOf(partnerId: string, most: number): Promise<RosterChange[]> {
  const changes: RosterChange[] = [];
  for await (const rosterChange of eachRosterChange(partnerId)) {
    // a file without changes needs no confirmation
    const isEmpty = rosterChange.status === 'preview' && selectedRows(rosterChange) === 0;
    if (isUndecided(rosterChange) && !isEmpty) changes.push(rosterChange);
    if (changes.length >= most) break;
  }
  return changes;
}

/** Replaces the user IDs of roster changes with names. */
export async function withNames(changes: readonly RosterChange[]): Promise<RosterChange[]> {
  const ids = changes.flatMap((change) => [
    change.startedBy,
    change.confirmedBy ?? '',
    change.agreedBy ?? '',
  ]);
  const names = await loadUserNames(ids.filter((id) => id !== ''));
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? 'Wellport'));
  return changes.map((change) => ({
    ...change,
    startedBy: change.delivered ? 'HR system' : (names.get(change.startedBy) ?? 'Wellport'),
    confirmedBy: nameOf(change.confirmedBy),
    agreedBy: nameOf(change.agreedBy),
  }));
}

/** Applied row with its result and the data needed to undo it. */
const appliedRow = z.object({
  result: bulkResult,
  /** Null if nothing changed. */
  replaced: replacedItems.nullable(),
  /** Removed dues, and IDs of payments that refund dues. */
  removed: z.array(payment),
  refunds: z.array(z.string()),
  /** Returned dues before they were canceled, and canceled refunds before they were restored. */
  canceled: z.array(payment).default([]),
  /** The member's payment versions by ID and number of check-ins at the time of application. */
  payments: z.record(z.string(), z.int()),
  checkIns: z.int(),
  group: z.enum(['end', 'change', 'add']),
  /** Preview of the row; undefined for rows that earlier releases applied. */
  row: storedRosterRow.optional(),
});
export type AppliedRow = z.output<typeof appliedRow>;

const formatPosition = (position: number): string => String(position).padStart(9, '0');

/** Returns the write that stores applied rows; `position` is the number of rows processed before. */
export const storeApplied = (id: string, position: number, rows: readonly AppliedRow[]): Write =>
  storeResults(keys.rosterPart(id, `applied-${formatPosition(position)}`), 'roster change applied', rows);

/** Returns the part of applied rows before another one, or the last one, and its key; undefined before the first. */
export async function previousApplied(
  id: string,
  before: string,
): Promise<{ part: string; rows: AppliedRow[] } | undefined> {
  const { pk, sk } = keys.rosterPart(id, 'applied-');
  const options = { beginsWith: sk, limit: 1, backwards: true };
  const { items } = await queryItems(pk, { ...options, ...(before && { after: sk + before }) });
  const [item] = items;
  return item && { part: String(item.sk).slice(sk.length), rows: z.array(appliedRow).parse(item.rows) };
}

/** Returns a page of applied rows in processing order; the cursor is the last part of the previous page. */
export const appliedRowsOf = (id: string, after: string | undefined): Promise<Page<AppliedRow>> =>
  resultsPage(keys.rosterPart(id, 'applied-'), appliedRow, 3, after);

/** Returns the write that stores the results of undone rows. */
export const storeUndone = (id: string, part: string, rows: readonly z.output<typeof bulkResult>[]): Write =>
  storeResults(keys.rosterPart(id, `taken-back-${part}`), 'roster change taken back', rows);

const resultOf = z.union([bulkResult, appliedRow.pick({ result: true }).transform(({ result }) => result)]);

/** Returns a page of results of applied or undone rows, in processing order. */
export const resultsOf = (id: string, isUndone: boolean, after: string | undefined) =>
  resultsPage(keys.rosterPart(id, isUndone ? 'taken-back-' : 'applied-'), resultOf, 20, after);
