import { localQueue } from '../../functions/platform/queue.ts';
import { work } from '../../functions/jobs/work.ts';
import { loadJob, type JobRecord } from '../../functions/jobs/store.ts';

/** Jobs wait here until a test runs them; nothing works in the background. */
export const waitingJobs: string[] = [];
Object.assign(globalThis, { [localQueue]: (jobId: string) => waitingJobs.push(jobId) });

/** Runs a job to its end and returns it. */
export async function runJob(jobId: string): Promise<JobRecord> {
  await work(jobId, () => Infinity);
  const job = await loadJob(jobId);
  if (!job) throw new Error(`no job ${jobId}`);
  return job;
}
