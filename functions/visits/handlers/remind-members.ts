import { reminderDays } from '../../../shared/accounts/visit-emails.ts';
import { dateInChicago, daysBetween, periodEnd, periodOf } from '../../../shared/calendar.ts';
import { beginOnce } from '../../jobs/begin.ts';
import { scheduledTime, type ScheduleEvent } from '../../platform/clock.ts';
import { withSettings } from '../../table/deployed-settings.ts';

const who = { userId: 'visit reminders' };

/** Starts the job that reminds members, once per day of a month's last week. */
export const handler = withSettings(async (event: ScheduleEvent = {}): Promise<void> => {
  const at = scheduledTime(event);
  const today = dateInChicago(at);
  if (daysBetween(today, periodEnd(periodOf(today))) >= reminderDays) return;
  const id = `visit-reminders-${today}`;
  await beginOnce(
    { id, kind: 'visit reminders', input: {}, total: 0, message: 'Reminding members.' },
    who,
    at,
  );
});
