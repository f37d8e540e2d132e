import { managers } from '../../../shared/contracts/managers.ts';
import { handle } from '../../handle.ts';
import { loadPartner } from '../../partners/store.ts';
import { setPassword } from '../../platform/user-pool.ts';
import { transact } from '../../table/transact.ts';
import { emailNewAccess } from '../../users/access-email.ts';
import { requireSafePassword } from '../../users/password-check.ts';
import { addManager } from '../add-manager.ts';
import { managerChange, managerOf } from '../store.ts';

export const handler = handle(managers.create, async ({ body, caller, now }) => {
  await loadPartner(body.partnerId);
  await requireSafePassword(body.password, body, 'password');
  const user = await addManager(body, undefined, caller.userId, now);
  await setPassword(user.email, body.password);
  const ready = { ...user, awaitsPassword: undefined, givenPassword: 'unused' as const };
  // from here on, the email belongs to a user with a login
  await transact(...managerChange(user, ready));
  const { firstName, lastName, email, partnerId } = ready;
  const what = `added ${firstName} ${lastName} (${email}) as a manager with a password that works once`;
  await emailNewAccess(caller, { partnerId: partnerId ?? undefined, what });
  return {
    success: true,
    message: `${firstName} ${lastName} can now log in with this password once, and then chooses another one.`,
    data: await managerOf({ ...ready, version: user.version + 1 }),
  };
});
