import { removePoolUser } from '../platform/user-pool.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import type { Caller } from '../users/caller.ts';
import { announce } from '../single-sign-on/announce.ts';
import { emailAccessChange } from '../users/invitation-email.ts';
import { poolIdOf, type User } from '../users/user.ts';
import { loadManager, managerChange } from './store.ts';

/**
 * Removes a manager and the login, and emails the users responsible. The record first: it invalidates all tokens, and a
 * repeated call resumes here.
 */
export async function removeManager(manager: User, caller: Caller, now: Date): Promise<void> {
  const { id, firstName, lastName, email, partnerId } = manager;
  if (!manager.disabled)
    await transact(
      ...managerChange(manager, { ...manager, disabled: true, emailedLink: undefined }),
      auditWrite(
        {
          name: 'manager deleted',
          subject: `partner ${partnerId}`,
          who: caller.userId,
          before: { manager: id, firstName, lastName, email },
        },
        now,
      ),
    );
  await removePoolUser(poolIdOf(manager));
  await transact(...managerChange(await loadManager(id), null));
  const what = `removed the manager ${firstName} ${lastName} (${email})`;
  await emailAccessChange(caller, { partnerId: partnerId ?? undefined, what, isRemoval: true });
  if (partnerId !== null) await announce(partnerId, now);
}
