import { scheduledTime, type ScheduleEvent } from '../../platform/clock.ts';
import { closedMonthGenerations } from '../generation/schedule-rows.ts';
import { beginPaycheckReleases, beginScheduled } from '../generation/scheduled-generation.ts';
import { withSettings } from '../../table/deployed-settings.ts';

/** Generates the payments of the month that has just closed, the day after the clubs' deadline. */
export const handler = withSettings(async (event: ScheduleEvent = {}): Promise<void> => {
  await beginScheduled('ninth', closedMonthGenerations, scheduledTime(event));
  await beginPaycheckReleases(scheduledTime(event));
});
