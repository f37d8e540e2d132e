import { scheduledTime, type ScheduleEvent } from '../../platform/clock.ts';
import { takeFromBucket, takeFromServer } from '../inbox/arrivals.ts';

/** Imports new files from the bank's bucket folder and server. Idempotent. */
export async function handler(event: ScheduleEvent = {}): Promise<void> {
  const now = scheduledTime(event);
  await takeFromBucket(now);
  await takeFromServer(now);
}
