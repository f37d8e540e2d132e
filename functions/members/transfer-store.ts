import * as z from 'zod';
import { transferResult, type TransferResult } from '../../shared/members/transfer.ts';
import type { Page } from '../../shared/page.ts';
import { getFile, putFile } from '../platform/files.ts';
import { putOnce, type Write } from '../table/change.ts';
import { keys } from '../table/keys.ts';
import { queryItems } from '../table/table.ts';

/** IDs per stored part, because an item cannot hold ten thousand. */
const idsInPart = 500;

const partName = (jobId: string, part: number) => `transfers/${jobId}/${part}.json`;

/** Stores the IDs of a transfer for its job. */
export async function keepTransferIds(jobId: string, ids: readonly string[]): Promise<void> {
  for (let part = 0; part * idsInPart < ids.length; part++) {
    const some = ids.slice(part * idsInPart, (part + 1) * idsInPart);
    await putFile('files', partName(jobId, part), JSON.stringify(some), 'application/json');
  }
}

/** Returns the IDs from a zero-based position to the end of their part. */
export async function transferIdsFrom(jobId: string, start: number): Promise<string[]> {
  const part = Math.floor(start / idsInPart);
  const bytes = await getFile('files', partName(jobId, part));
  if (!bytes) throw new Error(`part ${part} of the ids of transfer ${jobId} is gone`);
  const ids = z.array(z.string()).parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  return ids.slice(start % idsInPart);
}

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
