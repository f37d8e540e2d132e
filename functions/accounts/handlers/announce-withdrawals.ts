import { dateInChicago } from '../../../shared/calendar.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { beginJob } from '../../jobs/begin.ts';
import { scheduledTime, type ScheduleEvent } from '../../platform/clock.ts';
import { withSettings } from '../../table/deployed-settings.ts';

const who = { userId: 'withdrawal notices' };

/** Starts the job that notifies members of their next withdrawals, at most once per day. */
export const handler = withSettings(async (event: ScheduleEvent = {}): Promise<void> => {
  const at = scheduledTime(event);
  const id = `withdrawal-notices-${dateInChicago(at)}`;
  const job = { id, kind: 'withdrawal notices', input: {}, total: 0, message: 'Notifying members.' } as const;
  try {
    await beginJob(job, who, at);
  } catch (error) {
    // the schedule ran twice
    if (!(error instanceof Refusal)) throw error;
  }
});
