import * as z from 'zod';
import type { RecipientRow } from '../../shared/vouchers/recipient-rows.ts';
import { loadPartFrom, storeParts, type StoredParts } from '../platform/stored-parts.ts';

/** Validated rows of a recipients file. Many steps read one part: ten thousand rows are twenty files. */
const recipientParts: StoredParts<RecipientRow> = {
  name: (jobId, part) => `voucher-recipients/${jobId}/${part}.json`,
  rowsInPart: 500,
  row: z.object({ line: z.int(), email: z.string(), metadata: z.record(z.string(), z.string()) }),
};

export const storeRecipients = (jobId: string, recipients: readonly RecipientRow[]): Promise<void> =>
  storeParts(recipientParts, jobId, recipients);

/** Returns at most `count` rows from a zero-based position, up to the end of its part. */
export const loadRecipients = async (jobId: string, start: number, count: number): Promise<RecipientRow[]> =>
  (await loadPartFrom(recipientParts, jobId, start)).slice(0, count);
