import { scheduledTime, type ScheduleEvent } from '../platform/clock.ts';
import { takeFromBucket, takeFromServer } from './inbox/arrivals.ts';

/** Takes every file that the bank put into the bucket or onto its server since the last time. Again, it finds none. */
export async function handler(event: ScheduleEvent = {}): Promise<void> {
  const now = scheduledTime(event);
  await takeFromBucket(now);
  await takeFromServer(now);
}
