import { addPeriods } from '../../../shared/calendar.ts';
import { archivedFrom, archiveCheckMonths } from '../../../shared/visits/archive.ts';
import { currentPeriod } from '../../../shared/periods/period.ts';
import { beginJob } from '../../jobs/begin.ts';
import { allPartners } from '../../partners/store.ts';
import { scheduledTime, type ScheduleEvent } from '../../platform/clock.ts';
import { newId } from '../../platform/time-and-chance.ts';
import { pageOfMonth } from '../store.ts';
import { withSettings } from '../../table/deployed-settings.ts';

/** Starts the jobs that archive visits older than 25 months, one per partner and month. */
export const handler = withSettings(async (event: ScheduleEvent = {}): Promise<void> => {
  const at = scheduledTime(event);
  const last = addPeriods(currentPeriod(at), -archivedFrom);
  const months = Array.from({ length: archiveCheckMonths }, (_, back) => addPeriods(last, -back));
  for await (const { id: partnerId } of allPartners())
    for (const periodId of months) {
      const { rows } = await pageOfMonth(partnerId, periodId, { pageSize: 1, after: null });
      if (rows.length === 0) continue;
      await beginJob(
        {
          id: newId(at.getTime()),
          kind: 'visits archive',
          input: { partnerId, periodId },
          total: 0,
          message: 'Archiving visits.',
        },
        { userId: 'visits archive' },
        at,
      );
    }
});
