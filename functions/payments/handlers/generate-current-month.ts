import { scheduledTime, type ScheduleEvent } from '../../platform/clock.ts';
import { currentMonthGenerations, duesGenerations } from '../generation/schedule-rows.ts';
import { beginScheduled } from '../generation/scheduled-generation.ts';
import { withSettings } from '../../table/deployed-settings.ts';

/** Generates the partner payments of the new month and missing dues (spec 3 §1). */
export const handler = withSettings(async (event: ScheduleEvent = {}): Promise<void> => {
  await beginScheduled('first', [...currentMonthGenerations, ...duesGenerations], scheduledTime(event));
});
