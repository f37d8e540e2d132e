import { scheduledTime, type ScheduleEvent } from '../../platform/clock.ts';
import { takeFromBucket, takeFromServer } from '../inbox/arrivals.ts';

export async function handler(event: ScheduleEvent = {}): Promise<void> {
  const now = scheduledTime(event);
  await takeFromBucket(now);
  await takeFromServer(now);
}
