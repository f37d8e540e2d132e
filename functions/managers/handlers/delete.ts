import { managers } from '../../../shared/contracts/managers.ts';
import { handle } from '../../handle.ts';
import { removePoolUser } from '../../platform/user-pool.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { poolIdOf } from '../../users/user.ts';
import { loadManager, managerChange } from '../store.ts';

// Delete the record first: it invalidates all tokens, and a repeated request resumes here.
export const handler = handle(managers.delete, async ({ params: { managerId }, caller, now }) => {
  const manager = await loadManager(managerId);
  const { firstName, lastName, email, partnerId } = manager;
  if (!manager.disabled)
    await transact(
      ...managerChange(manager, { ...manager, disabled: true, emailedLink: undefined }),
      auditWrite(
        {
          name: 'manager deleted',
          subject: `partner ${partnerId}`,
          who: caller.userId,
          before: { manager: managerId, firstName, lastName, email },
        },
        now,
      ),
    );
  await removePoolUser(poolIdOf(manager));
  await transact(...managerChange(await loadManager(managerId), null));
  return { success: true, message: `${firstName} ${lastName} can no longer log in.` };
});
