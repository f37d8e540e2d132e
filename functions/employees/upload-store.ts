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

/** Returns the number of failed rows that need a fix. */
export const toFixOf = ({ tally: { toFix, failed } }: Pick<JobRecord, 'tally'>): number =>
  toFix ?? failed ?? 0;

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
  // failed rows are deleted later
  const oldest = new Date(now().getTime() - resultDays * 86_400_000).toISOString();
  const isClosed = ({ startedAt, tally: { continuedIn, discardedAt } }: JobRecord) =>
    startedAt < oldest ||
    discardedAt !== undefined ||
    later.some((job) => job.id === continuedIn && job.status !== 'failed');
  return {
    items: jobs.map((job) => ({
      jobId: job.id,
      when: job.startedAt,
      who: names.get(job.startedBy) ?? 'Wellport',
      fileName: job.tally.fileName ?? 'Employees file',
      status: job.status,
      uploaded: job.tally.uploaded ?? 0,
      failed: job.tally.failed ?? 0,
      toFix: isClosed(job) ? 0 : toFixOf(job),
    })),
    totalCount: null,
    nextCursor: last && Buffer.from(last).toString('base64url'),
  };
}

/** Returns the uploads whose failed rows are stored and need a fix, newest first, at most `limit`. */
export async function uploadsToFix(partnerId: string, limit: number): Promise<UploadRow[]> {
  const oldest = new Date(now().getTime() - resultDays * 86_400_000).toISOString();
  const open: UploadRow[] = [];
  for (let cursor: string | null | undefined; open.length < limit && cursor !== null;) {
    const page: Page<UploadRow> = await uploadsPage(partnerId, cursor);
    open.push(...page.items.filter(({ toFix }) => toFix > 0));
    cursor = page.items.some(({ when }) => when < oldest) ? null : page.nextCursor;
  }
  return open.slice(0, limit);
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
