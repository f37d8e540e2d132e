import { checkRemoval, removalStep } from '../../../shared/administrators/administrator.ts';
import { administrators } from '../../../shared/contracts/administrators.ts';
import { showMoment } from '../../../shared/calendar.ts';
import { nameOf } from '../../users/caller.ts';
import { handle } from '../../handle.ts';
import { notifyOfAdministrators } from '../notify-administrators.ts';
import { labelOf, removeNow, saveRemoval } from '../removal.ts';
import { confirmingAt, requireConfirmingAdministrator } from '../second-person.ts';
import { listAdministratorUsers, loadAdministrator, stillConfirms } from '../store.ts';

export const handler = handle(administrators.remove, async ({ params: { administratorId }, caller, now }) => {
  const { userId } = caller;
  checkRemoval(userId, administratorId);
  const user = await loadAdministrator(administratorId);
  await requireConfirmingAdministrator(userId, now, 'remove administrators');
  const next = removalStep(user, userId, await listAdministratorUsers(), confirmingAt(now));
  const remover = { who: userId, now, conditions: [stillConfirms(userId)] };
  const label = labelOf(user);
  if (next.step === 'request') {
    await saveRemoval(user, next.removal, remover);
    const { effectiveAt } = next.removal;
    const effect = effectiveAt
      ? `It becomes effective after 72 hours on ${showMoment(effectiveAt)} unless ${user.firstName} objects.`
      : 'It becomes effective when another administrator approves it.';
    await notifyOfAdministrators(
      'Removal of a Wellport administrator requested',
      `${nameOf(caller)} asked to remove ${label} as an administrator. ${effect} ${user.firstName} can object under Administrators, and cannot confirm payments until then.`,
      user,
    );
    return { success: true, message: `The removal was requested. ${effect}` };
  }
  await removeNow(
    user,
    next.step === 'withdraw'
      ? `${nameOf(caller)} withdrew the invitation of ${label} as an administrator.`
      : `${label} is no longer an administrator. ${nameOf(caller)} approved the removal.`,
    remover,
  );
  return { success: true, message: `${user.firstName} ${user.lastName} can no longer log in.` };
});
