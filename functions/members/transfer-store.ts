import * as z from 'zod';
import { transferResult, type TransferResult } from '../../shared/members/transfer.ts';
import type { Page } from '../../shared/page.ts';
import type { StoredParts } from '../platform/stored-parts.ts';
import { putOnce, type Write } from '../table/change.ts';
import { keys } from '../table/keys.ts';
import { queryItems } from '../table/table.ts';

/** Member IDs of a transfer; an item cannot contain ten thousand. */
export const transferIds: StoredParts<string> = {
  name: (jobId, part) => `transfers/${jobId}/${part}.json`,
  rowsInPart: 500,
  row: z.string(),
};

/** Returns the write of some members' results; parts are read in numerical order. */
export const resultsKept = (jobId: string, part: number, rows: readonly TransferResult[]): Write =>
  putOnce({
    ...keys.transferResults(jobId, String(part).padStart(6, '0')),
    entity: 'transfer results',
    rows,
  });

const partsOfPage = 20;

/** Returns a page of results in processing order; the cursor is the last part of the previous page. */
export async function resultsPage(jobId: string, after: string | undefined): Promise<Page<TransferResult>> {
  const { pk, sk } = keys.transferResults(jobId, '');
  const { items, last } = await queryItems(pk, {
    beginsWith: sk,
    limit: partsOfPage,
    ...(after !== undefined && { after: sk + after }),
  });
  return {
    items: items.flatMap(({ rows }) => z.array(transferResult).parse(rows)),
    totalCount: null,
    nextCursor: last === null ? null : last.slice(sk.length),
  };
}
