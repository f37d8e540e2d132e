import { managers } from '../../../shared/contracts/managers.ts';
import { handle } from '../../handle.ts';
import { loadPartner } from '../../partners/store.ts';
import { setPassword } from '../../platform/user-pool.ts';
import { transact } from '../../table/transact.ts';
import { requireSafePassword } from '../../users/password-check.ts';
import { addManager } from '../add-manager.ts';
import { managerChange, managerOf } from '../store.ts';

export const handler = handle(managers.create, async ({ body, caller, now }) => {
  await loadPartner(body.partnerId);
  await requireSafePassword(body.password, body, 'password');
  const user = await addManager(body, undefined, caller.userId, now);
  await setPassword(user.email, body.password);
  const ready = { ...user, awaitsPassword: undefined };
  // from here on, the email belongs to a user with a login
  await transact(...managerChange(user, ready));
  return {
    success: true,
    message: `${user.firstName} ${user.lastName} can now log in.`,
    data: managerOf({ ...ready, version: user.version + 1 }),
  };
});
