import { localQueue } from '../../functions/platform/queue.ts';
import type { LoadModule } from './gateway.ts';

type Work = (jobId: string, timeLeft: () => number) => Promise<unknown>;

/** SQS and its worker in this process: one job after the other, and the unfinished ones of the last run first. */
export async function startWorker(load: LoadModule): Promise<void> {
  const waiting: string[] = [];
  let busy = false;
  const turn = async () => {
    if (busy) return;
    busy = true;
    for (let jobId = waiting.shift(); jobId; jobId = waiting.shift()) {
      try {
        const { work } = (await load('/functions/jobs/work.ts')) as { work: Work };
        await work(jobId, () => Infinity);
      } catch (problem) {
        console.error(`Job ${jobId} stopped:`, problem);
      }
    }
    busy = false;
  };
  Object.assign(globalThis, {
    [localQueue]: (jobId: string) => {
      waiting.push(jobId);
      setImmediate(() => void turn());
    },
  });
  const { runningJobs } = (await load('/functions/jobs/store.ts')) as {
    runningJobs: () => Promise<{ id: string }[]>;
  };
  waiting.push(...(await runningJobs()).map(({ id }) => id));
  void turn();
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
