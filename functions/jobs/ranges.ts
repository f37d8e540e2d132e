import { JobStopped } from './job-kind.ts';
import { loadJob, loadJobs, type JobRecord, type Tally } from './store.ts';

/** Returns the ID of a range job; ranges are numbered from 1. */
export const rangeId = (jobId: string, number: number): string => `${jobId}-${number}`;

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
