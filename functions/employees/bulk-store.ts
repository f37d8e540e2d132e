import * as z from 'zod';
import { bulkResult, type BulkResult } from '../../shared/employees/bulk/bulk-action.ts';
import type { Page } from '../../shared/page.ts';
import { putOnce, type Write } from '../table/change.ts';
import { keys } from '../table/keys.ts';
import { queryItems } from '../table/table.ts';

/** The write that keeps what became of some members; parts are read in the order of the work. */
export const bulkResultsKept = (jobId: string, place: number, rows: readonly BulkResult[]): Write =>
  putOnce({ ...keys.bulkResults(jobId, String(place).padStart(9, '0')), entity: 'bulk results', rows });

const partsOfPage = 5;

/** A page of results in the order of the work; the cursor is the last part of the page before. */
export async function bulkResultsPage(jobId: string, after: string | undefined): Promise<Page<BulkResult>> {
  const { pk, sk } = keys.bulkResults(jobId, '');
  const { items, last } = await queryItems(pk, {
    beginsWith: sk,
    limit: partsOfPage,
    ...(after !== undefined && { after: sk + after }),
  });
  return {
    items: items.flatMap(({ rows }) => z.array(bulkResult).parse(rows)),
    totalCount: null,
    nextCursor: last === null ? null : last.slice(sk.length),
  };
}
