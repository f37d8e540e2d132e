import { JobStopped, type NewRange, type StepResult } from './job-kind.ts';
import { loadJob, loadJobs, type JobRecord, type Tally, jobCreated } from './store.ts';
import { enqueue } from '../platform/queue.ts';
import type { Change } from '../table/write.ts';

/** Returns the ID of a range job; ranges are numbered from 1. */
const rangeId = (jobId: string, number: number): string => `${jobId}-${number}`;

/** Loads the range jobs that are not yet included in the job's own progress; reads nothing without any. */
export async function openRanges({ id, ranges }: JobRecord): Promise<JobRecord[]> {
  if (!ranges || ranges.created === ranges.included) return [];
  const count = ranges.created - ranges.included;
  return loadJobs(
    Array.from({ length: count }, (_, index) => rangeId(id, ranges.included + index + 1)),
    { consistent: true },
  );
}

/** Returns the range jobs that a job waits for, once all have ended; undefined while some are running. */
export async function endedRanges(job: JobRecord): Promise<JobRecord[] | undefined> {
  if (!job.ranges?.isAwaited) return [];
  const open = await openRanges(job);
  return open.some(({ status }) => status === 'running') ? undefined : open;
}

/** Returns true if a job or one of its ranges is running. */
export async function isRunning(jobId: string): Promise<boolean> {
  const job = await loadJob(jobId);
  if (job?.status !== 'failed') return job?.status === 'running';
  return (await openRanges(job)).some(({ status }) => status === 'running');
}

/** Throws JobStopped if a range job failed. */
export function requireRangesDone(ended: readonly JobRecord[]): void {
  const failed = ended.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return;
  const ids = failed.map(({ id }) => id).join(', ');
  throw new JobStopped(
    `${failed.length} of ${ended.length} ranges failed (${ids}). Resume this job, or start it again, to finish the rest.`,
  );
}

/** Returns the sums of the range jobs, which the step after them adds to the job. */
export const sumOfRanges = (ended: readonly JobRecord[]): { done: number; total: number; tally: Tally } =>
  ended.reduce<{ done: number; total: number; tally: Tally }>(
    (sum, { done, total, tally }) => ({
      done: sum.done + done,
      total: sum.total + total,
      tally: addTally(sum.tally, tally),
    }),
    { done: 0, total: 0, tally: {} },
  );

/** Returns the job with the progress of its running range jobs. */
export async function withProgress(job: JobRecord): Promise<JobRecord> {
  const open = await openRanges(job);
  if (open.length === 0) return job;
  const { done, tally } = sumOfRanges(await Promise.all(open.map(withProgress)));
  const all = job.done + done;
  return { ...job, done: all, total: Math.max(job.total, all), tally: addTally(job.tally, tally) };
}

export function addTally(before: Tally, step: Tally): Tally {
  const sum: Record<string, unknown> = { ...before };
  for (const [name, value] of Object.entries(step))
    sum[name] = typeof value === 'number' ? Number(sum[name] ?? 0) + value : value;
  return sum;
}

/** Returns the range jobs that a step adds. They continue the trace of their job. */
export const addedRanges = (job: JobRecord, added: readonly NewRange[], at: Date): JobRecord[] =>
  added.map(({ input, cursor, total, message }, index) => ({
    id: rangeId(job.id, (job.ranges?.created ?? 0) + index + 1),
    kind: job.kind,
    status: 'running',
    done: 0,
    total,
    message,
    cursor: cursor === undefined ? '' : JSON.stringify(cursor),
    input,
    tally: {},
    failures: 0,
    claimedUntil: null,
    startedBy: job.startedBy,
    requestId: job.requestId,
    partnerId: job.partnerId,
    rangeOf: { id: job.id, root: job.rangeOf?.root ?? job.id },
    startedAt: at.toISOString(),
    updatedAt: at.toISOString(),
    version: 0,
  }));

/** Returns the writes that create range jobs. */
export const rangesCreated = (added: readonly JobRecord[], at: Date): Change[] =>
  added.flatMap((range) => jobCreated(range, at));

/** Enqueues new range jobs. Those of a worker that dies here are woken as stuck jobs. */
export async function enqueueRanges(added: readonly JobRecord[]): Promise<void> {
  for (const { id, kind, version } of added) await enqueue({ id, kind, version: version + 1 });
}

/** Returns the job's range counters after a step. */
export function rangesAfter(
  { ranges }: JobRecord,
  { ranges: added = [], awaitsRanges = false }: Pick<StepResult<unknown>, 'ranges' | 'awaitsRanges'>,
): JobRecord['ranges'] {
  if (!ranges && added.length === 0 && !awaitsRanges) return undefined;
  const { created = 0, included = 0, isAwaited = false } = ranges ?? {};
  return {
    created: created + added.length,
    included: isAwaited ? created : included,
    isAwaited: awaitsRanges,
  };
}

/** Enqueues the job of a range that ended, if no other range of it is running. */
export async function continueAfterRange({ rangeOf }: JobRecord): Promise<void> {
  const job = rangeOf && (await loadJob(rangeOf.id));
  if (!job?.ranges?.isAwaited || job.status !== 'running' || !(await endedRanges(job))) return;
  // the job's own message of this version may have been delivered, and repeated ones are dropped
  await enqueue({ ...job, reason: 'ranges' });
}
