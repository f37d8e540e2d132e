import { now } from '../../platform/clock.ts';
import { measure } from '../../platform/metrics.ts';
import { enqueue } from '../../platform/queue.ts';
import { runningJobs } from '../store.ts';
import { withSettings } from '../../table/deployed-settings.ts';

const stillFor = 5 * 60_000;

/**
 * Wakes jobs without progress: their message was lost when a process died between the table and the queue. A second
 * message for a queued job has no effect (worker.ts).
 */
export const handler = withSettings(async (): Promise<void> => {
  const since = new Date(now().getTime() - stillFor).toISOString();
  let waiting = 0;
  for await (const job of runningJobs()) {
    waiting += 1;
    if (job.updatedAt < since) await enqueue(job);
  }
  measure({ JobsWaiting: waiting });
});
