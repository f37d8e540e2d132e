import { visitEmailChoicesOf, reminderDays } from '../../../shared/accounts/visit-emails.ts';
import { visits } from '../../../shared/contracts/visits.ts';
import { handle } from '../../handle.ts';
import { loadMember } from '../../members/store.ts';
import { dateInChicago, daysBetween, periodEnd, periodOf } from '../../../shared/calendar.ts';
import { beginOnce } from '../../jobs/begin.ts';
import { scheduledTime, type ScheduleEvent } from '../../platform/clock.ts';
import { withSettings } from '../../table/deployed-settings.ts';
import { saveVisitEmails } from '../../members/save-visit-emails.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { isStopToken } from '../../members/email-content.ts';

export const emailChoicesHandler = handle(visits.emailChoices, async ({ query }) =>
  visitEmailChoicesOf(await loadMember(query.memberId)),
);

const who = { userId: 'visit reminders' };

/** Starts the job that reminds members, once per day of a month's last week. */
export const remindMembersHandler = withSettings(async (event: ScheduleEvent = {}): Promise<void> => {
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

export const saveEmailChoicesHandler = handle(
  visits.saveEmailChoices,
  async ({ body: { memberId, ...choices }, caller, now }) => {
    await saveVisitEmails(memberId, choices, caller.userId, now);
    return { success: true, message: 'Your emails about visits were saved.' };
  },
);

const none = { firstVisit: false, goal: false, reminder: false };

export const stopEmailsHandler = handle(visits.stopEmails, async ({ query: { memberId, token }, now }) => {
  if (!(await isStopToken(memberId, token)))
    throw new Refusal(
      'not-found',
      'This link does not work. Open the link in your latest email about visits.',
    );
  await saveVisitEmails(memberId, none, 'link in an email', now);
  return { success: true, message: 'You no longer receive emails about visits.' };
});
