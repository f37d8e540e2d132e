import { dateInChicago } from '../../../shared/calendar.ts';
import { scheduledTime, type ScheduleEvent } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { measure } from '../../platform/metrics.ts';
import { scheduledGenerations } from '../../payments/generation/schedule-rows.ts';
import { scheduledJobId } from '../../payments/generation/scheduled-generation.ts';
import { loadJobs } from '../store.ts';
import { withSettings } from '../../table/deployed-settings.ts';

/** Counts the night's unfinished generations for an alarm (infra/alarm-table.ts). */
export const handler = withSettings(async (event: ScheduleEvent = {}): Promise<string[]> => {
  const due = scheduledTime(event);
  const ids = scheduledGenerations(Number(dateInChicago(due).slice(8))).map(({ schedule, row }) =>
    scheduledJobId(row, schedule, due),
  );
  const ended = (await loadJobs(ids)).filter(({ status }) => status === 'done').map(({ id }) => id);
  const missing = ids.filter((id) => !ended.includes(id));
  if (missing.length > 0) log('error', 'generations missing', { jobs: missing });
  measure({ GenerationsMissing: missing.length });
  return missing;
});
