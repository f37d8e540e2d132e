import { scheduledTime, type ScheduleEvent } from '../../platform/clock.ts';
import { takeFromBucket, takeFromServer } from '../inbox/arrivals.ts';
import { withSettings } from '../../table/deployed-settings.ts';

export const handler = withSettings(async (event: ScheduleEvent = {}): Promise<void> => {
  const now = scheduledTime(event);
  await takeFromBucket(now);
  await takeFromServer(now);
});
