import * as z from 'zod';
import { transferResult, type TransferResult } from '../../shared/members/transfer.ts';
import type { Page } from '../../shared/page.ts';
import { resultsPage, storeResults } from '../jobs/result-parts-store.ts';
import type { StoredParts } from '../platform/stored-parts.ts';
import type { Write } from '../table/write.ts';
import { keys } from '../table/keys.ts';

/** Member IDs of a transfer; an item cannot contain ten thousand. */
export const transferIds: StoredParts<string> = {
  name: (jobId, part) => `transfers/${jobId}/${part}.json`,
  rowsInPart: 500,
  row: z.string(),
};

/** Returns the write of some members' results; parts are read in numerical order. */
export const storeTransferResults = (jobId: string, part: number, rows: readonly TransferResult[]): Write =>
  storeResults(keys.transferResults(jobId, String(part).padStart(6, '0')), 'transfer results', rows);

/** Returns a page of results in processing order. */
export const transferResults = (jobId: string, after: string | undefined): Promise<Page<TransferResult>> =>
  resultsPage(keys.transferResults(jobId, ''), transferResult, 20, after);
