import type { UploadRow } from '../../shared/employees/file-contract.ts';
import { resultDays } from '../../shared/jobs/job.ts';
import { pageSize, type Page } from '../../shared/page.ts';
import { loadUserNames } from '../users/store.ts';
import { loadJobs, storeNotes, type JobRecord } from '../jobs/store.ts';
import { now } from '../platform/clock.ts';
import { putOnce } from '../table/change.ts';
import type { Write, Change } from '../table/write.ts';
import { keys } from '../table/keys.ts';
import { eachItem, queryItems } from '../table/table.ts';
import { validatedRow, type ValidatedRow } from '../../shared/employees/employee-rows.ts';
import type { StoredParts } from '../platform/stored-parts.ts';
import { beginImport } from '../jobs/file-import.ts';
import type { Caller } from '../users/caller.ts';
import { mustLoadGroupMembership } from '../group-memberships/store.ts';

/** Returns the write that records an upload; its result is stored in the job. */
const recordUpload = (partnerId: string, jobId: string, at: Date): Write =>
  putOnce({ ...keys.upload(partnerId, at.toISOString(), jobId), entity: 'upload', jobId });

/** Returns a page of a partner's uploads, newest first; the cursor is the base64url key of the last one. */
export async function uploadsPage(partnerId: string, cursor: string | undefined): Promise<Page<UploadRow>> {
  const { items, last } = await queryItems(keys.upload(partnerId, '', '').pk, {
    backwards: true,
    limit: pageSize,
    ...(cursor && { after: Buffer.from(cursor, 'base64url').toString('utf8') }),
  });
  const jobs = await loadJobs(items.map(({ jobId }) => String(jobId)));
  const [names, later] = await Promise.all([
    loadUserNames(jobs.map(({ startedBy }) => startedBy)),
    loadJobs(jobs.flatMap(({ tally }) => tally.continuedIn ?? [])),
  ]);
  const oldest = oldestResult();
  const laterOf = ({ tally }: JobRecord) => later.find(({ id }) => id === tally.continuedIn);
  return {
    items: jobs.map((job) => ({
      jobId: job.id,
      when: job.startedAt,
      who: names.get(job.startedBy) ?? 'Wellport',
      fileName: job.tally.fileName ?? 'Employees file',
      status: job.status,
      uploaded: job.tally.uploaded ?? 0,
      failed: job.tally.failed ?? 0,
      toFix: job.startedAt < oldest || closedReason(job, laterOf(job)) !== undefined ? 0 : rowsToFix(job),
    })),
    totalCount: null,
    nextCursor: last && Buffer.from(last).toString('base64url'),
  };
}

/** Start of the oldest upload with stored rows; failed rows are deleted later. */
const oldestResult = (): string => new Date(now().getTime() - resultDays * 86_400_000).toISOString();

/** Counts the failed rows of an upload that need a fix. */
export const rowsToFix = ({ tally }: JobRecord): number => tally.toFix ?? tally.failed ?? 0;

/** Returns why the failed rows of an upload can no longer be fixed or discarded; undefined if they can. */
export function closedReason({ status, tally }: JobRecord, later: JobRecord | undefined): string | undefined {
  if (status === 'running') return 'This upload is not finished. Nothing was changed. Wait until it is.';
  if (tally.discarded)
    return 'The rows of this upload were discarded. Nothing was changed. To add these people, upload a new file.';
  // if the later upload failed, the rows are open again
  return later && later.status !== 'failed'
    ? 'The remaining rows to fix are in a later upload. Open it from the upload history.'
    : undefined;
}

/** Returns the uploads with rows to fix, newest first and at most about `most`, from all pages with stored rows. */
export async function uploadsToFix(partnerId: string, most: number): Promise<UploadRow[]> {
  const uploads: UploadRow[] = [];
  const oldest = oldestResult();
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await uploadsPage(partnerId, cursor);
    uploads.push(...items.filter(({ toFix }) => toFix > 0));
    const isOver = items.some(({ when }) => when < oldest);
    cursor = isOver || uploads.length >= most ? undefined : (nextCursor ?? undefined);
  } while (cursor !== undefined);
  return uploads;
}

/** Yields the jobs of all uploads of a partner. */
export async function* uploadJobs(partnerId: string): AsyncGenerator<JobRecord> {
  const ids: string[] = [];
  for await (const { jobId } of eachItem(keys.upload(partnerId, '', '').pk)) ids.push(String(jobId));
  yield* await loadJobs(ids);
}

/** Validated rows of an upload; a job step reads one part. */
export const uploadedRows: StoredParts<ValidatedRow> = {
  name: (jobId, part) => `uploads/${jobId}/${part}.json`,
  rowsInPart: 50,
  row: validatedRow,
};

const mostNotes = 30;

interface Upload {
  id: string;
  partnerId: string;
  rows: readonly ValidatedRow[];
  fileName: string;
  fileHash?: string;
  /** What was omitted or not read. */
  notes?: readonly string[];
  /** Additional writes of the transaction that starts the job. */
  additionalWrites?: readonly Change[];
}

/** Starts the job that adds the employees of validated rows. */
export async function beginUpload(
  { id, partnerId, rows, fileName, fileHash, notes = [], additionalWrites = [] }: Upload,
  caller: Pick<Caller, 'userId'>,
  now: Date,
) {
  await mustLoadGroupMembership(partnerId);
  return beginImport(
    {
      id,
      kind: 'employees upload',
      input: { partnerId, rowCount: rows.length, ...(fileHash && { fileHash }) },
      parts: uploadedRows,
      rows,
      fileName,
      message: 'Uploading employees.',
      tally: { uploaded: 0, failed: 0 },
      partnerId,
    },
    caller,
    now,
    [
      recordUpload(partnerId, id, now),
      ...(notes.length > 0 ? [storeNotes(id, notes.slice(0, mostNotes))] : []),
      ...additionalWrites,
    ],
  );
}
