import {
  fullNumbersPerDay,
  checkApproval,
  removalAfterWait,
  needsApproval,
  checkRemoval,
} from '../../shared/administrators/administrator.ts';
import { administrators } from '../../shared/contracts/administrators.ts';
import { Refusal } from '../../shared/refusal.ts';
import { fullNumbersAllowed } from '../bank-accounts/full-numbers-store.ts';
import { handle } from '../handle.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import { nameOf } from '../users/caller.ts';
import { requireConfirmingAdministrator, confirmingAt } from './second-person.ts';
import { notifyOfAdministrators } from './notify-administrators.ts';
import {
  loadAdministrator,
  stillConfirms,
  administratorChange,
  listAdministratorUsers,
  listAdministrators,
} from './store.ts';
import { loadUser, creatorNames, listedUserOf } from '../users/store.ts';
import { newLink, sendLink, tokenOf } from '../users/emailed-link.ts';
import { invitationEmail } from '../users/invitation-email.ts';
import { administratorRole, addAdministrator } from './add-administrator.ts';
import { labelOf, removeAdministrator, requireRemoval, saveRemoval, removeNow } from './removal.ts';
import { scheduledTime, type ScheduleEvent } from '../platform/clock.ts';
import { errorFields, log } from '../platform/log.ts';
import { withSettings } from '../table/deployed-settings.ts';

export const allowFullNumbersHandler = handle(
  administrators.allowFullNumbers,
  async ({ params: { administratorId }, caller, now }) => {
    if (administratorId === caller.userId)
      throw new Refusal('invalid', 'Another administrator must allow it. Nothing was changed.');
    const { firstName, lastName } = await loadAdministrator(administratorId);
    await requireConfirmingAdministrator(caller.userId, now, 'allow more account numbers');
    await transact(
      fullNumbersAllowed(administratorId, now),
      stillConfirms(caller.userId),
      auditWrite(
        { name: 'full account numbers allowed', subject: `user ${administratorId}`, who: caller.userId },
        now,
      ),
    );
    const allowed = `${firstName} ${lastName} can view ${fullNumbersPerDay} more full account numbers today`;
    await notifyOfAdministrators('More full account numbers', `${nameOf(caller)} confirmed that ${allowed}.`);
    return { success: true, message: `${allowed}.` };
  },
);

export const approveHandler = handle(
  administrators.approve,
  async ({ params: { administratorId }, caller, now }) => {
    const user = await loadAdministrator(administratorId);
    const { awaitsApproval, firstName, lastName, email } = user;
    if (!awaitsApproval)
      throw new Refusal('conflict', 'This invitation was approved already. Reload the page.');
    const inviter = await loadUser(awaitsApproval.invitedBy);
    checkApproval(caller.userId, awaitsApproval, inviter, confirmingAt(now));
    await requireConfirmingAdministrator(caller.userId, now, 'approve invitations');
    const { secret, link } = newLink('user invitation', email, now);
    await transact(
      ...administratorChange(user, {
        ...user,
        disabled: false,
        awaitsApproval: undefined,
        emailedLink: link,
      }),
      stillConfirms(caller.userId),
      auditWrite(
        { name: 'administrator approved', subject: `user ${administratorId}`, who: caller.userId },
        now,
      ),
    );
    await sendLink(invitationEmail(user, administratorRole, tokenOf(user.id, secret)));
    await notifyOfAdministrators(
      'New Wellport administrator approved',
      `${nameOf(caller)} approved the invitation of ${firstName} ${lastName} (${email}).`,
    );
    return { success: true, message: `The invitation was emailed to ${email}.` };
  },
);

export const cancelRemovalHandler = handle(
  administrators.cancelRemoval,
  async ({ params: { administratorId }, caller, now }) => {
    const user = await loadAdministrator(administratorId);
    requireRemoval(user);
    await saveRemoval(user, undefined, { who: caller.userId, now, conditions: [] });
    await notifyOfAdministrators(
      'Removal of a Wellport administrator canceled',
      `${nameOf(caller)} canceled the removal of ${labelOf(user)}.`,
      user,
    );
    return { success: true, message: `${user.firstName} ${user.lastName} remains an administrator.` };
  },
);

const who = 'end of removal wait';

/** Completes removals of administrators 72 hours after their request, and interrupted ones. Idempotent. */
export const completeRemovalsHandler = withSettings(async (event: ScheduleEvent = {}): Promise<void> => {
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

export const inviteHandler = handle(administrators.invite, async ({ body, caller, now }) => {
  await requireConfirmingAdministrator(caller.userId, now, 'invite administrators');
  const isApproved = !needsApproval(await listAdministratorUsers(), caller.userId);
  const { user, token } = await addAdministrator(body, caller.userId, now, isApproved);
  if (token) await sendLink(invitationEmail(user, administratorRole, token));
  await notifyOfAdministrators(
    token ? 'New Wellport administrator' : 'New Wellport administrator: approval required',
    `${nameOf(caller)} invited ${user.firstName} ${user.lastName} (${user.email}) as an administrator.${token ? '' : ' The invitation is sent after another administrator approves it.'}`,
  );
  return {
    success: true,
    message: token
      ? `The invitation was emailed to ${user.email}.`
      : `The invitation is emailed to ${user.email} after another administrator approves it.`,
    data: listedUserOf(user, await creatorNames(user)),
  };
});

export const listHandler = handle(administrators.list, async () => listAdministrators());

export const removeHandler = handle(
  administrators.remove,
  async ({ params: { administratorId }, caller, now }) => {
    checkRemoval(caller.userId, administratorId);
    const user = await loadAdministrator(administratorId);
    await requireConfirmingAdministrator(caller.userId, now, 'remove administrators');
    return { success: true, message: await removeAdministrator(user, caller, now) };
  },
);
