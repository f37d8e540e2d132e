import * as z from 'zod';
import type { RecipientRow } from '../../shared/vouchers/recipient-rows.ts';
import { getFile, putFile } from '../platform/files.ts';

// many steps read one part: ten thousand rows are twenty files
const rowsInPart = 500;

const partName = (jobId: string, part: number) => `voucher-recipients/${jobId}/${part}.json`;

const rows = z.array(
  z.object({ line: z.int(), email: z.string(), metadata: z.record(z.string(), z.string()) }),
);

/** Stores the validated rows of a recipients file for its job. */
export async function storeRecipients(jobId: string, recipients: readonly RecipientRow[]): Promise<void> {
  const parts = Array.from({ length: Math.ceil(recipients.length / rowsInPart) }, (_, part) => part);
  await Promise.all(
    parts.map((part) => {
      const rowsOfPart = recipients.slice(part * rowsInPart, (part + 1) * rowsInPart);
      return putFile('files', partName(jobId, part), JSON.stringify(rowsOfPart), 'application/json');
    }),
  );
}

/** Returns at most `count` rows from a zero-based position, up to the end of its part. */
export async function loadRecipients(jobId: string, start: number, count: number): Promise<RecipientRow[]> {
  const part = Math.floor(start / rowsInPart);
  const bytes = await getFile('files', partName(jobId, part));
  if (!bytes) throw new Error(`part ${part} of the recipients of job ${jobId} is missing`);
  const from = start % rowsInPart;
  return rows.parse(JSON.parse(Buffer.from(bytes).toString('utf8'))).slice(from, from + count);
}
