import { dateInChicago } from '../../../shared/calendar.ts';
import { beginOnce } from '../../jobs/begin.ts';
import { scheduledTime, type ScheduleEvent } from '../../platform/clock.ts';
import { withSettings } from '../../table/deployed-settings.ts';

const who = { userId: 'access reviews' };

/** Starts the job that reminds managers of due access reviews, once per day. */
export const handler = withSettings(async (event: ScheduleEvent = {}): Promise<void> => {
  const at = scheduledTime(event);
  const id = `access-reviews-${dateInChicago(at)}`;
  await beginOnce(
    { id, kind: 'access reviews', input: {}, total: 0, message: 'Reminding managers.' },
    who,
    at,
  );
});
