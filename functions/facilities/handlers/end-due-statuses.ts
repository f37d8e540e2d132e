import { dateInChicago } from '../../../shared/calendar.ts';
import { afterStatusEnds } from '../../../shared/facilities/facility-status.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { scheduledTime, type ScheduleEvent } from '../../platform/clock.ts';
import { errorFields, log } from '../../platform/log.ts';
import { transact } from '../../table/transact.ts';
import { facilityWrites } from '../facility-writes.ts';
import { facilitiesWhoseStatusEnds, loadFacility } from '../store.ts';
import { withSettings } from '../../table/deployed-settings.ts';

/** Ends facility statuses that are due: a hold becomes active, a closing facility is closed. Idempotent. */
export const handler = withSettings(async (event: ScheduleEvent = {}): Promise<void> => {
  const now = scheduledTime(event);
  const today = dateInChicago(now);
  for (const id of await facilitiesWhoseStatusEnds(today)) {
    const facility = await loadFacility(id);
    const after = afterStatusEnds(facility, today);
    if (!after) continue;
    try {
      await transact(...facilityWrites(facility, after, { who: 'end of club status', now }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // an administrator is changing this facility; tomorrow's run retries
      log('warn', 'club status not ended', errorFields(error));
    }
  }
});
