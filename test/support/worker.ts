import { expect } from 'vitest';
import { wait } from '../../functions/platform/time-and-chance.ts';
import { runJob, waitingJobs } from './jobs.ts';

/** Runs queued jobs in the background until it is stopped. */
export function startWorker() {
  const over = new AbortController();
  let underWay = 0;
  const work = async (): Promise<void> => {
    while (!over.signal.aborted) {
      underWay = waitingJobs.length;
      const jobId = waitingJobs.shift();
      if (jobId === undefined) await wait(20);
      else await runJob(jobId);
    }
  };
  const working = work();
  return {
    nothingWaits: () => expect.poll(() => waitingJobs.length + underWay, { timeout: 60_000 }).toBe(0),
    stop: async (): Promise<void> => {
      over.abort();
      await working;
    },
  };
}
