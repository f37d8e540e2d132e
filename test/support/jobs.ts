import { localQueue } from '../../functions/platform/queue.ts';
import { runJobSteps } from '../../functions/jobs/job-runner.ts';
import { claimMs } from '../../functions/jobs/take-steps.ts';
import { loadJob, runningJobs, type JobRecord } from '../../functions/jobs/store.ts';

/** Jobs wait here until a test runs them; nothing works in the background. */
export const waitingJobs: string[] = [];
Object.assign(globalThis, { [localQueue]: (jobId: string) => waitingJobs.push(jobId) });

/** Lets the time of a dead worker's claim go by, from now or from where the clock was put. */
export const afterClaims = (): void => {
  process.env.CLOCK_SHIFT_MS = String(Number(process.env.CLOCK_SHIFT_MS ?? 0) + claimMs + 1000);
};

/** Runs a job to its end and returns it. */
export async function runJob(jobId: string): Promise<JobRecord> {
  await runJobSteps(jobId, () => Infinity);
  const job = await loadJob(jobId);
  if (!job) throw new Error(`no job ${jobId}`);
  return job;
}

/** Runs one step of a job and no more. */
export async function runStep(jobId: string): Promise<void> {
  let asked = 0;
  await runJobSteps(jobId, () => (asked++ === 0 ? Infinity : 0));
}

/** The jobs under way, all of them. */
export async function allRunningJobs(): Promise<JobRecord[]> {
  const running: JobRecord[] = [];
  for await (const job of runningJobs()) running.push(job);
  return running;
}
