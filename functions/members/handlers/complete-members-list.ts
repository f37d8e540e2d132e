import { beginJob } from '../../jobs/begin.ts';
import { scheduledTime, type ScheduleEvent } from '../../platform/clock.ts';
import { newId } from '../../platform/time-and-chance.ts';
import { hasListEntries } from '../store.ts';
import { withSettings } from '../../table/deployed-settings.ts';

/** Starts the job that lists members of earlier releases, until it has completed once. */
export const handler = withSettings(async (event: ScheduleEvent = {}): Promise<void> => {
  const at = scheduledTime(event);
  if (await hasListEntries()) return;
  await beginJob(
    {
      id: newId(at.getTime()),
      kind: 'list entries',
      input: {},
      total: 0,
      message: 'Adding members to the members list.',
    },
    { userId: 'members list' },
    at,
  );
});
