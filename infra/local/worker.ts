import { soon, later } from './tools/time-and-chance.ts';
import { loadHandler, type LoadModule } from '../build/handler-sources.ts';
import { localQueue } from '../../functions/platform/queue.ts';
import { scheduleRunner, schedulesByMinutes } from './schedules.ts';

interface LocalJobQueue {
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

type Work = (jobId: string, timeLeft: () => number) => Promise<unknown>;

/** Replaces SQS and its workers in this process; resumes the jobs of the previous run first. */
export async function startWorker(load: LoadModule): Promise<LocalJobQueue> {
  const queue = localJobQueue(async (jobId) => {
    const { runJobSteps: work } = (await load('/functions/workers/job-runner.ts')) as {
      runJobSteps: Work;
    };
    await work(jobId, () => Infinity);
  });
  Object.assign(globalThis, { [localQueue]: queue.add });
  const { runningJobs } = (await load('/functions/jobs/store.ts')) as {
    runningJobs: () => AsyncIterable<{ id: string }>;
  };
  for await (const { id } of runningJobs()) queue.add(id);
  for (const [minutes, handlers] of schedulesByMinutes) await runEvery(minutes, handlers, load);
  return queue;
}

/** Maximum wait for the jobs of the previous schedule. */
const settledMs = 60_000;

/** Runs daily and monthly schedules when the local clock has passed them. */
export async function startSchedules(load: LoadModule, folder: string, queue: LocalJobQueue): Promise<void> {
  const { now } = (await load('/functions/platform/clock.ts')) as { now: () => Date };
  const settled = async () => {
    let cancel = () => {};
    const timeout = new Promise<void>((resolve) => (cancel = later(resolve, settledMs)));
    await Promise.race([queue.empty(), timeout]);
    cancel();
  };
  const run = scheduleRunner({ load, folder, now, settled });
  const runAgain = () =>
    void run()
      .catch((error: unknown) => console.error('The schedules stopped:', error))
      .finally(() => later(runAgain, 1000));
  runAgain();
}

/** Replaces the EventBridge rules with a rate in minutes. Also runs at start, to resume interrupted work. */
async function runEvery(minutes: number, handlers: readonly string[], load: LoadModule): Promise<void> {
  for (const name of handlers) {
    try {
      const handler = (await loadHandler(load, name)) as () => Promise<void>;
      await handler();
    } catch (error) {
      console.error(`${name} stopped:`, error);
    }
  }
  later(() => void runEvery(minutes, handlers, load), minutes * 60_000);
}
