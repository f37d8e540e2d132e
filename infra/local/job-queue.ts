import { soon } from './tools/time-and-chance.ts';

export interface LocalJobQueue {
  /** Adds a job's message. */
  add: (jobId: string) => void;
  /** Resolves when no job is waiting or running. */
  empty: () => Promise<void>;
}

/**
 * An in-process queue with the guarantees of SQS FIFO: one job after the other, and one message per job. `take` runs
 * a job to its end.
 */
export function localJobQueue(take: (jobId: string) => Promise<unknown>): LocalJobQueue {
  const waiting: string[] = [];
  const waitForEmpty: (() => void)[] = [];
  let current: string | undefined;
  const takeAll = async () => {
    if (current !== undefined) return;
    for (current = waiting.shift(); current !== undefined; current = waiting.shift())
      try {
        await take(current);
      } catch (error) {
        console.error(`Job ${current} stopped:`, error);
      }
    for (const tell of waitForEmpty.splice(0)) tell();
  };
  return {
    add: (jobId) => {
      if (jobId === current || waiting.includes(jobId)) return;
      waiting.push(jobId);
      soon(takeAll);
    },
    empty: () =>
      new Promise((tell) => {
        if (current === undefined && waiting.length === 0) tell();
        else waitForEmpty.push(tell);
      }),
  };
}
