import { checkRemoval } from '../../../shared/administrators/administrator.ts';
import { administrators } from '../../../shared/contracts/administrators.ts';
import { nameOf } from '../../users/caller.ts';
import { handle } from '../../handle.ts';
import { removePoolUser } from '../../platform/user-pool.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { poolIdOf } from '../../users/user.ts';
import { notifyOfAdministrators } from '../notify-administrators.ts';
import { administratorChange, loadAdministrator, stillAdministrator } from '../store.ts';

// Delete the record first: it invalidates all tokens, and a repeated request resumes here.
export const handler = handle(administrators.remove, async ({ params: { administratorId }, caller, now }) => {
  const { userId } = caller;
  checkRemoval(userId, administratorId);
  const user = await loadAdministrator(administratorId);
  const { firstName, lastName, email } = user;
  if (!user.disabled || user.awaitsApproval)
    await transact(
      ...administratorChange(user, {
        ...user,
        disabled: true,
        awaitsApproval: undefined,
        emailedLink: undefined,
      }),
      stillAdministrator(userId),
      auditWrite(
        {
          name: 'administrator removed',
          subject: `user ${administratorId}`,
          who: userId,
          before: { firstName, lastName, email },
        },
        now,
      ),
    );
  await removePoolUser(poolIdOf(user));
  await transact(...administratorChange(await loadAdministrator(administratorId), null));
  await notifyOfAdministrators(
    'Wellport administrator removed',
    `${nameOf(caller)} removed ${firstName} ${lastName} (${email}) as an administrator.`,
  );
  return { success: true, message: `${firstName} ${lastName} can no longer log in.` };
});
