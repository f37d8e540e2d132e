import { isNothingImported, type RefusedRow } from '../../shared/jobs/job.ts';
import { plural } from '../../shared/number-words.ts';
import type { FacilityEmail } from '../facilities/notify-facility.ts';
import type { Delivery } from '../files/delivery-store.ts';
import { beginOnce } from '../jobs/begin.ts';
import { loadJob, refusedRowsOf } from '../jobs/store.ts';
import { digestOf } from '../platform/digest.ts';
import { eraseFile, getFile, putFile } from '../platform/files.ts';
import { storedName } from '../platform/sheets/file-lines.ts';
import { withoutNumbers } from './check-in-file.ts';

/** Folder of delivered files that were not read; the schedule lists it every minute. */
export const deliveredFolder = 'check-ins/';
/** Folder of read files and their receipts. */
const readFolder = 'check-ins-read/';

/** Suffix of receipts, added to the name of the file. */
export const receiptSuffix = '.receipt.json';

/** Returns the name of a delivered file after it was read. */
const readName = (name: string): string => readFolder + name.slice(deliveredFolder.length);

/**
 * Moves a read file out of the folder that the schedule lists, without social security numbers. A file that cannot be
 * read is removed without a copy, because it can contain them. A file that was replaced since is not removed.
 */
export async function moveReadFile({ name, content }: Delivery, read?: Uint8Array): Promise<void> {
  const bytes = read ?? (await getFile('files', name, content));
  if (!bytes) return;
  const safe = name.endsWith(receiptSuffix) ? bytes : await withoutNumbers({ name, bytes });
  if (safe) await putFile('files', readName(storedName(name, safe)), safe, 'application/octet-stream');
  await eraseFile('files', name, content);
}

const who = { userId: 'Club system' };
const link = { title: 'Show the result', path: '/facilitymanager/checkins' };

interface Receipt {
  result: 'imported' | 'refused';
  problem: string;
  counts?: Record<string, number>;
  refusedRows?: Pick<RefusedRow, 'line' | 'reason' | 'code'>[];
}

const storeReceipt = (fileKey: string, receipt: Receipt): Promise<void> =>
  putFile('files', readName(fileKey) + receiptSuffix, JSON.stringify(receipt, null, 2), 'application/json');

/** Emails the club's managers, once per `id`. */
const notify = (id: string, email: Omit<FacilityEmail, 'link'>, now: Date): Promise<void> => {
  const input = { ...email, link };
  return beginOnce({ id, kind: 'club email', input, total: 1, message: 'Notifying the club.' }, who, now);
};

/** Stores the receipt of a delivered file that cannot be read, and notifies the club. */
export async function reportRefusedDelivery(
  { name, content, facilityId, fileName }: Delivery & { facilityId: string; fileName: string },
  error: string,
  now: Date,
): Promise<void> {
  await storeReceipt(name, { result: 'refused', problem: error });
  const email = {
    facilityId,
    subject: `Your check-in file ${fileName} could not be read`,
    paragraphs: [error, 'Nothing was imported. Correct the file, and deliver it again or upload it.'],
  };
  await notify(`check-ins-${digestOf(`${name} ${content}`)}`, email, now);
}

/** Stores the receipt of an imported delivery, and notifies the club of rows that failed. */
export async function reportDelivery(
  jobId: string,
  { deliveredAs, ownFacility }: { deliveredAs: string; ownFacility: string },
  now: Date,
): Promise<void> {
  const job = await loadJob(jobId);
  const { fileName = '', uploaded = 0, notCounted = 0, kept = 0, removed = 0, failed = 0 } = job?.tally ?? {};
  const refused = await refusedRowsOf(jobId);
  const isRefused = isNothingImported(job?.tally ?? {});
  await storeReceipt(deliveredAs, {
    result: isRefused ? 'refused' : 'imported',
    problem: isRefused ? 'Every row failed.' : '',
    counts: { counted: uploaded, notCounted, importedBefore: kept, withdrawn: removed, failed },
    refusedRows: refused.map(({ line, reason, code }) => ({ line, reason, ...(code && { code }) })),
  });
  const [first] = refused;
  if (!first) return;
  const rows = plural(failed, 'row', 'rows');
  const email = {
    facilityId: ownFacility,
    subject: `${rows} of ${fileName} failed`,
    paragraphs: [
      `${rows} of the delivered check-in file ${fileName} failed; ${isRefused ? 'nothing was' : 'the others were'} imported. Line ${first.line}: ${first.reason}`,
      'Correct these rows and deliver the file again. Check-ins that were imported are not imported twice.',
    ],
  };
  await notify(`${jobId}-email`, email, now);
}
