import { now, type ScheduleEvent } from '../../functions/platform/clock.ts';
import { localQueue } from '../../functions/platform/queue.ts';
import { runJobSteps } from '../../functions/workers/job-runner.ts';
import { claimMs } from '../../functions/jobs/take-steps.ts';
import { openRanges } from '../../functions/jobs/ranges.ts';
import { loadJob, runningJobs, type JobRecord } from '../../functions/jobs/store.ts';

/** Queued jobs; no worker runs them in the background. */
export const waitingJobs: string[] = [];
Object.assign(globalThis, { [localQueue]: (jobId: string) => waitingJobs.push(jobId) });

/** Advances the clock past the claim of a crashed worker. */
export const afterClaims = (): void => {
  process.env.CLOCK_SHIFT_MS = String(Number(process.env.CLOCK_SHIFT_MS ?? 0) + claimMs + 1000);
};

/** Runs a job to its end: its steps, and those of its ranges one after the other. */
export async function runJob(jobId: string): Promise<JobRecord> {
  await runJobSteps(jobId, () => Infinity);
  const job = await loadJob(jobId);
  if (!job) throw new Error(`no job ${jobId}`);
  if (job.status !== 'running' || !job.ranges?.isAwaited) return job;
  for (const { id, status } of await openRanges(job)) if (status === 'running') await runJob(id);
  return runJob(jobId);
}

export async function runStep(jobId: string): Promise<void> {
  let requested = 0;
  await runJobSteps(jobId, () => (requested++ === 0 ? Infinity : 0));
}

let scheduledRuns = 0;

/** Runs a scheduled handler and the jobs that it starts. Each run has its own time, also when the clock stands. */
export async function runScheduled(handler: (event: ScheduleEvent) => Promise<void>): Promise<void> {
  const earlier = new Set((await allRunningJobs()).map(({ id }) => id));
  scheduledRuns += 1;
  await handler({ time: new Date(now().getTime() + scheduledRuns * 10_000).toISOString() });
  for (const { id } of await allRunningJobs()) if (!earlier.has(id)) await runJob(id);
}

export async function allRunningJobs(): Promise<JobRecord[]> {
  const running: JobRecord[] = [];
  for await (const job of runningJobs()) running.push(job);
  return running;
}
