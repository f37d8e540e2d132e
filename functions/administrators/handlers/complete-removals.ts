import { removalAfterWait } from '../../../shared/administrators/administrator.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { scheduledTime, type ScheduleEvent } from '../../platform/clock.ts';
import { errorFields, log } from '../../platform/log.ts';
import { withSettings } from '../../table/deployed-settings.ts';
import { notifyOfAdministrators } from '../notify-administrators.ts';
import { labelOf, removeNow, saveRemoval } from '../removal.ts';
import { confirmingAt } from '../second-person.ts';
import { listAdministratorUsers, stillConfirms } from '../store.ts';

const who = 'end of removal wait';

/** Completes removals of administrators 72 hours after their request, and interrupted ones. Idempotent. */
export const handler = withSettings(async (event: ScheduleEvent = {}): Promise<void> => {
  const now = scheduledTime(event);
  const administrators = await listAdministratorUsers();
  for (const user of administrators) {
    const decision = removalAfterWait(user, administrators, confirmingAt(now));
    if (decision === 'wait') continue;
    const label = labelOf(user);
    const requestedBy = user.removal?.requestedBy ?? '';
    try {
      if (decision === 'final') {
        await removeNow(user, `${label} is no longer an administrator. There was no objection in 72 hours.`, {
          who,
          now,
          conditions: [stillConfirms(requestedBy)],
        });
        continue;
      }
      await saveRemoval(user, undefined, { who, now, conditions: [] });
      await notifyOfAdministrators(
        'Removal of a Wellport administrator canceled',
        `The removal of ${label} was canceled: the administrator who requested it can no longer confirm it.`,
      );
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // an administrator is changing this record; the next run retries
      log('warn', 'administrator not removed', errorFields(error));
    }
  }
});
