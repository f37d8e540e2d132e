import { managers } from '../../../shared/contracts/managers.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { handle } from '../../handle.ts';
import { accessOf } from '../../users/user.ts';
import { changeManager } from '../change-manager.ts';
import { loadManager, managerOf, managerVersionOf, requireSelf } from '../store.ts';

export const handler = handle(managers.update, async ({ body, caller, now }) => {
  requireSelf(caller, body.id);
  const before = await loadManager(body.id);
  const isOtherAccess = body.access !== undefined && body.access !== accessOf(before);
  if (isOtherAccess && caller.role !== 'systemAdmin')
    throw new Refusal('forbidden', 'Only administrators change the access of a manager.', 'access');
  if (body.version !== undefined && body.version !== managerVersionOf(before))
    throw new Refusal('conflict', 'Someone else changed this manager. Reload and try again.');
  const { user, isMailed } = await changeManager(before, body, caller.userId, now);
  return {
    success: true,
    message: isMailed
      ? `Saved. Open the link that we emailed to ${body.email}. Until then, log in with ${before.email}.`
      : 'Saved.',
    data: await managerOf(user),
  };
});
