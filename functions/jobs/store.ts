import * as z from 'zod';
import {
  jobColumns,
  jobKinds,
  jobStatuses,
  refusedRow,
  resumableJobs,
  type JobKind,
  type RefusedRow,
} from '../../shared/jobs/job.ts';
import type { Page } from '../../shared/page.ts';
import { Refusal } from '../../shared/refusal.ts';
import { auditWrite } from '../table/audit.ts';
import { change } from '../table/change.ts';
import { getItem } from '../table/get-item.ts';
import type { Change, Write } from '../table/write.ts';
import { entity, sortsBy } from '../table/entity.ts';
import { keys, lists } from '../table/keys.ts';
import { listOf, pageOfList, pagesOfList, type ListQuery } from '../table/list.ts';
import { eachItem, get, getMany } from '../table/table.ts';
import { transact } from '../table/transact.ts';
import { storeRefusedRows, storeResults } from './result-parts-store.ts';

/** Counters of a job's results. */
const tallySchema = z.object({
  fileName: z.string().optional(),
  uploaded: z.int().optional(),
  failed: z.int().optional(),
  /** Failed rows that need a fix; undefined in jobs stored before it was counted. */
  toFix: z.int().optional(),
  added: z.int().optional(),
  changed: z.int().optional(),
  removed: z.int().optional(),
  kept: z.int().optional(),
  notCounted: z.int().optional(),
  /** Optional values that could not be read, although their rows were imported, and the first one with its line. */
  skippedTimes: z.int().optional(),
  note: z.string().optional(),
  /** The job that retried the failed rows of this one. */
  continuedIn: z.string().optional(),
  /** When a user discarded the failed rows. */
  discardedAt: z.string().optional(),
});
export type Tally = z.output<typeof tallySchema>;

const jobRecord = z.object({
  id: z.string(),
  kind: z.enum(jobKinds),
  status: z.enum(jobStatuses),
  done: z.int(),
  total: z.int(),
  message: z.string(),
  /** Start of the next step: JSON of the kind's cursor; empty at the start of the job. */
  cursor: z.string(),
  /** Input of the job; each kind parses its own. */
  input: z.record(z.string(), z.unknown()),
  tally: tallySchema,
  /** Consecutive failed steps. */
  failures: z.int(),
  /** End of the claim on a step with effects that cannot be undone; null if unclaimed. */
  claimedUntil: z.string().nullable().default(null),
  startedBy: z.string(),
  /** ID of the request that started the job, for the log; undefined for scheduled jobs. */
  requestId: z.string().optional(),
  partnerId: z.string().nullable(),
  /** Range jobs: created so far, included in `done`, and whether the next step waits for the others; undefined without. */
  ranges: z.object({ created: z.int(), included: z.int(), isAwaited: z.boolean() }).optional(),
  /** For a range job: the job that it is a part of, and the job that was started by a user or schedule. */
  rangeOf: z.object({ id: z.string(), root: z.string() }).optional(),
  startedAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
});
export type JobRecord = z.output<typeof jobRecord>;

const jobEntity = entity({
  name: 'job',
  schema: jobRecord,
  key: ({ id }) => keys.job(id),
  inList: ({ status, updatedAt }) => ({
    list: lists.jobs(status),
    sorts: sortsBy(jobColumns, { updatedAt }),
  }),
});

export const loadJob = (id: string): Promise<JobRecord | undefined> => get(jobEntity, keys.job(id));

/** Returns a job of a kind. Throws 'not-found' for others; `name` is the kind in the message. */
export async function loadJobOfKind(id: string, kind: JobKind, name: string): Promise<JobRecord> {
  const job = await loadJob(id);
  if (job?.kind !== kind) throw new Refusal('not-found', `${name} not found.`);
  return job;
}

/** Returns jobs by ID, in the order of `ids`. */
export const loadJobs = (
  ids: readonly string[],
  options: { consistent?: boolean } = {},
): Promise<JobRecord[]> => getMany(jobEntity, ids.map(keys.job), options);

/** Another worker took the job's next step; the worker loads the job again. */
export class JobConflict extends Refusal {
  constructor() {
    super('conflict', 'Another worker has already taken this step.');
  }
}

/** Returns the changes that advance a job by one step; conditional on its version. */
export function advance(
  before: JobRecord,
  after: JobRecord,
  refusedRows: readonly RefusedRow[] = [],
): Change[] {
  const step = String(before.version).padStart(8, '0');
  // rows of range jobs are listed with the job that a user or schedule started
  const part = before.rangeOf
    ? keys.jobPart(before.rangeOf.root, `${before.id}#${step}`)
    : keys.jobPart(before.id, step);
  const rows = refusedRows.length > 0 ? [storeRefusedRows(part, refusedRows)] : [];
  return [...change(jobEntity, before, withoutNames(after), { lost: new JobConflict() }), ...rows];
}

/** Kinds with a file name that is generated, evidence of the bank's, or found by the erasure of a person. */
const kindsWithFileName: readonly JobKind[] = [
  'download',
  'bank file check',
  'bank inbox',
  'employees upload',
];

/**
 * Returns a job that does not continue without its entered texts and position, which can contain names: the erasure of a
 * person does not find them.
 */
function withoutNames(job: JobRecord): JobRecord {
  const { status, kind, input, tally } = job;
  const canContinue = status === 'running' || (status === 'failed' && resumableJobs.includes(kind));
  if (canContinue) return job;
  const after = kindsWithFileName.includes(kind)
    ? tally
    : Object.fromEntries(Object.entries(tally).filter(([name]) => name !== 'fileName'));
  return { ...job, cursor: '', input: withoutTexts(input), tally: after };
}

/** Search texts, texts of emails, and keys of delivered files. */
const textInputs: ReadonlySet<string> = new Set([
  'filter',
  'subject',
  'paragraphs',
  'fileKey',
  'deliveredAs',
]);

const withoutTexts = (input: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input)
      .filter(([name, value]) => !textInputs.has(name) || (name === 'filter' && typeof value !== 'string'))
      .map(([name, value]: [string, unknown]) => [
        name,
        typeof value === 'object' && value !== null && !Array.isArray(value) ? withoutTexts(value) : value,
      ]),
  );

/** Returns the writes that create a job, with its audit event. */
export const jobCreated = (job: JobRecord, now: Date): Change[] => [
  ...change(jobEntity, null, job, { lost: new Refusal('conflict', 'This job has already been started.') }),
  auditWrite(
    {
      name: 'job started',
      subject: `job ${job.id}`,
      who: job.startedBy,
      after: { kind: job.kind, total: job.total },
    },
    now,
  ),
];

export const createJob = (job: JobRecord, now: Date, changes: readonly Change[] = []): Promise<void> =>
  transact(...changes, ...jobCreated(job, now));

export async function saveJob(before: JobRecord, after: JobRecord): Promise<void> {
  await transact(...advance(before, after));
}

/** Returns all failed rows of the job's file, in file order. */
export async function refusedRowsOf(id: string): Promise<RefusedRow[]> {
  const rows: RefusedRow[] = [];
  const { pk, sk } = keys.jobPart(id, '');
  for await (const part of eachItem(pk, sk)) rows.push(...z.array(refusedRow).parse(part.rows));
  return rows.toSorted((a, b) => a.line - b.line);
}

/** Returns the write of notes about a job's file; they expire, because they contain values of the file. */
export const storeNotes = (id: string, notes: readonly string[]): Write =>
  storeResults(keys.jobNotes(id), 'job notes', notes);

/** Returns the notes about a job's file. */
export async function notesOf(id: string): Promise<string[]> {
  const item = await getItem(keys.jobNotes(id));
  return z.array(z.string()).parse(item?.rows ?? []);
}

/** Returns a page of the jobs with a status. */
export const pageOfJobs = (status: JobRecord['status'], query: ListQuery): Promise<Page<JobRecord>> =>
  pageOfList(listOf(lists.jobs(status), jobColumns, jobEntity), query);

/** Yields all running jobs, least recently updated first. */
export async function* runningJobs(): AsyncGenerator<JobRecord> {
  const running = listOf(lists.jobs('running'), jobColumns, jobEntity);
  for await (const { rows } of pagesOfList(running, 'updatedAt')) yield* rows;
}
