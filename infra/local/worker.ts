import { localQueue } from '../../functions/platform/queue.ts';
import type { LoadModule } from './gateway.ts';
import { localJobQueue } from './job-queue.ts';

type Work = (jobId: string, timeLeft: () => number) => Promise<unknown>;

/** SQS and its worker in this process, with the unfinished jobs of the last run first. */
export async function startWorker(load: LoadModule): Promise<void> {
  const add = localJobQueue(async (jobId) => {
    const { work } = (await load('/functions/jobs/work.ts')) as { work: Work };
    await work(jobId, () => Infinity);
  });
  Object.assign(globalThis, { [localQueue]: add });
  const { runningJobs } = (await load('/functions/jobs/store.ts')) as {
    runningJobs: () => AsyncIterable<{ id: string }>;
  };
  for await (const { id } of runningJobs()) add(id);
  await everyFiveMinutes(load);
}

const timetable = ['/functions/jobs/every-five-minutes.ts', '/functions/bank-files/every-five-minutes.ts'];

/** What EventBridge starts every five minutes on AWS; at start too, for what the last run left. */
async function everyFiveMinutes(load: LoadModule): Promise<void> {
  for (const path of timetable) {
    try {
      const { handler } = (await load(path)) as { handler: () => Promise<void> };
      await handler();
    } catch (problem) {
      console.error(`${path} stopped:`, problem);
    }
  }
  setTimeout(() => void everyFiveMinutes(load), 5 * 60_000).unref();
}
