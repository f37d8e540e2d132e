import { runJobSteps } from '../../../functions/workers/job-runner.ts';
import { loadJob } from '../../../functions/jobs/store.ts';
import { localQueue } from '../../../functions/platform/queue.ts';
import { milliseconds } from '../tools/time-and-chance.ts';

/** Sets the portal's clock to an instant while an action runs; there is no concurrent work. */
export async function atInstant(instant: Date, action: () => Promise<unknown>): Promise<void> {
  const before = process.env.CLOCK_SHIFT_MS;
  process.env.CLOCK_SHIFT_MS = String(instant.getTime() - milliseconds());
  try {
    await action();
  } finally {
    if (before === undefined) delete process.env.CLOCK_SHIFT_MS;
    else process.env.CLOCK_SHIFT_MS = before;
  }
}

/** Runs an action without enqueuing its jobs, which are run here step by step. */
export async function withoutQueue(action: () => Promise<void>): Promise<void> {
  const holder = globalThis as { [localQueue]?: unknown };
  const before = holder[localQueue];
  holder[localQueue] = () => {};
  try {
    await action();
  } finally {
    holder[localQueue] = before;
  }
}

/** Runs a job to its end; a finished job is unchanged. */
export const runToEnd = (jobId: string) => runJobSteps(jobId, () => Infinity);

/** Starts a job unless an interrupted load started it, and runs it to its end. */
export async function runOnce(jobId: string, begin: () => Promise<unknown>): Promise<void> {
  if (!(await loadJob(jobId))) await begin();
  await runToEnd(jobId);
}
