import { administrators } from '../../../shared/contracts/administrators.ts';
import { nameOf } from '../../users/caller.ts';
import { handle } from '../../handle.ts';
import { notifyOfAdministrators } from '../notify-administrators.ts';
import { labelOf, requireRemoval, saveRemoval } from '../removal.ts';
import { loadAdministrator } from '../store.ts';

export const handler = handle(
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
