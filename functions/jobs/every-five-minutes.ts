import { now } from '../platform/clock.ts';
import { enqueue } from '../platform/queue.ts';
import { runningJobs } from './store.ts';

const stillFor = 5 * 60_000;

/** Wakes jobs that stand still: their message was lost when a process died between the table and the queue. */
export async function handler(): Promise<void> {
  const since = new Date(now().getTime() - stillFor).toISOString();
  for (const { id, updatedAt } of await runningJobs()) if (updatedAt < since) await enqueue(id);
}
