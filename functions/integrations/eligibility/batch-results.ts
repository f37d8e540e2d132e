import {
  storedRosterRow,
  type RosterChange,
  type RosterChangeRow,
} from '../../../shared/employees/roster-change.ts';
import type { BatchResult, RowResult } from '../../../shared/integrations/eligibility-batch.ts';
import type { Page } from '../../../shared/page.ts';
import { appliedRowsOf, type AppliedRow } from '../../employees/changes/change-store.ts';
import { rowsFrom } from '../../employees/changes/stored-rows.ts';

const rowsOfPage = 100;

const resultOfGroup: Record<string, RowResult> = {
  end: 'ended',
  change: 'changed',
  add: 'added',
  same: 'unchanged',
  stay: 'skipped',
  wrong: 'failed',
};

/** The parts of a list of results, in order: groups of the preview, or the applied rows. */
const expected = ['end', 'change', 'add', 'same', 'stay', 'wrong'];
const afterApplying = ['applied', 'same', 'stay', 'wrong'];
const isApplied = ({ status }: RosterChange): boolean =>
  status === 'done' || status === 'takingBack' || status === 'takenBack';

const fromRow = (row: RosterChangeRow, result: RowResult): BatchResult => ({
  row: row.line,
  result,
  memberId: row.memberId,
  name: row.name,
  email: row.email,
  lastDay: row.lastDay,
  message: row.what,
  code: row.code,
  monthlyMore: row.monthlyMore,
  monthlyLess: row.monthlyLess,
  notCharged: row.notCharged,
  paidBack: row.paidBack,
});

/** Rows that earlier releases applied have no preview and therefore no row number. */
const fromApplied = ({ row, group, result }: AppliedRow): BatchResult[] =>
  row
    ? [
        {
          ...fromRow(row, result.success ? (resultOfGroup[group] ?? 'failed') : 'failed'),
          ...(result.success && { memberId: result.memberId }),
          message: result.message,
          code: result.code ?? null,
        },
      ]
    : [];

async function pageOfPart(
  id: string,
  part: string,
  position: string,
): Promise<{ items: BatchResult[]; next: string | null }> {
  if (part === 'applied') {
    const { items, nextCursor } = await appliedRowsOf(id, position || undefined);
    return { items: items.flatMap(fromApplied), next: nextCursor };
  }
  const [file = 0, row = 0] = position.split('-').map(Number);
  const { rows, next } = await rowsFrom(id, part, { part: file, row }, rowsOfPage, storedRosterRow);
  return {
    items: rows.map((stored) => fromRow(stored, resultOfGroup[part] ?? 'failed')),
    next: next && `${next.part}-${next.row}`,
  };
}

/** Most parts that one request reads, so that a page of few errors among many rows stays fast. */
const readsOfPage = 20;

/** Returns a page of results across parts; a page can be short or empty if few rows are listed. */
async function pageOf(
  change: RosterChange,
  parts: readonly string[],
  cursor: string | undefined,
  isListed: (result: BatchResult) => boolean,
): Promise<Page<BatchResult>> {
  let [part = parts[0] ?? '', position = ''] = cursor?.split(':') ?? [];
  // the batch was applied since the first page
  const order = parts.includes(part) ? parts : expected;
  const listed: BatchResult[] = [];
  for (let reads = 0; listed.length < rowsOfPage && reads < readsOfPage; reads++) {
    const { items, next } = await pageOfPart(change.id, part, position);
    listed.push(...items.filter(isListed));
    const following = next === null ? order[order.indexOf(part) + 1] : part;
    if (following === undefined) return { items: listed, totalCount: null, nextCursor: null };
    [part, position] = [following, next ?? ''];
  }
  return { items: listed, totalCount: null, nextCursor: `${part}:${position}` };
}

/** Returns a page of the results of all rows: the expected ones, or those of the applied rows. */
export const resultsOfBatch = (change: RosterChange, cursor: string | undefined) =>
  pageOf(change, isApplied(change) ? afterApplying : expected, cursor, () => true);

/** Returns a page of the rows that failed. */
export const errorsOfBatch = (change: RosterChange, cursor: string | undefined) =>
  pageOf(
    change,
    isApplied(change) ? ['wrong', 'applied'] : ['wrong'],
    cursor,
    ({ result }) => result === 'failed',
  );
