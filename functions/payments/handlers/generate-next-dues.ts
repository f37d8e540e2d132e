import { scheduledTime, type ScheduleEvent } from '../../platform/clock.ts';
import { duesGenerations } from '../generation/schedule-rows.ts';
import { beginScheduled } from '../generation/scheduled-generation.ts';
import { withSettings } from '../../table/deployed-settings.ts';

/** Generates the dues of the next month so that they can be collected on the 1st (spec 3 §1). */
export const handler = withSettings(async (event: ScheduleEvent = {}): Promise<void> => {
  await beginScheduled('twenty-fifth', duesGenerations, scheduledTime(event));
});
