import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { WorkerCost } from './job-worker.ts';

/**
 * Takes a job's steps in a process of its own, and says what they cost and how much memory that process had at most.
 *
 * @param heapMegabytes what its heap may grow to, as on a function of little memory; else it collects when it likes
 */
export async function runInWorker(jobId: string, heapMegabytes?: number): Promise<WorkerCost> {
  const file = fileURLToPath(new URL('./job-worker.ts', import.meta.url));
  const limits = heapMegabytes === undefined ? [] : [`--max-old-space-size=${heapMegabytes}`];
  const worker = fork(file, [jobId], { execArgv: [...process.execArgv, ...limits] });
  // a worker that fails disconnects too; its stderr, which this process shares, says why
  const failure = once(worker, 'disconnect').then(() => {
    throw new Error(`the worker of ${jobId} stopped without a report`);
  });
  const [report] = (await Promise.race([once(worker, 'message'), failure])) as [WorkerCost];
  return report;
}
