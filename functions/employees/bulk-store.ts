import * as z from 'zod';
import { bulkResult, type BulkResult } from '../../shared/employees/bulk/bulk-action.ts';
import type { Page } from '../../shared/page.ts';
import { putOnce, type Write } from '../table/change.ts';
import { keys } from '../table/keys.ts';
import { queryItems } from '../table/table.ts';

/** Returns the write that stores results; parts are read in processing order. */
export const storeBulkResults = (jobId: string, position: number, rows: readonly BulkResult[]): Write =>
  putOnce({ ...keys.bulkResults(jobId, String(position).padStart(9, '0')), entity: 'bulk results', rows });

const partsOfPage = 5;

/** Returns a page of results in processing order; the cursor is the last part of the previous page. */
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
