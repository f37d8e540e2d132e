import { tokenTime } from '../platform/clock.ts';
import { sendEmail } from '../platform/email.ts';
import { addPersonWithoutPassword } from '../platform/user-pool.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import { newLink, tokenOf } from './emailed-link.ts';
import { newPasswordEmail } from './invitation-email.ts';
import { mayUsePassword } from './sign-on-store.ts';
import { userChange } from './store.ts';
import type { User } from './user.ts';

/**
 * Creates a login in the new pool after a loss, with the group of the role, and emails a link to choose a password. The
 * record keeps its ID and stores the pool's. A repetition uses the same login and emails a new link.
 */
export async function renewSignIn(user: User, now: Date): Promise<void> {
  const poolUserId = await addPersonWithoutPassword(user);
  const { secret, link } = newLink('user invitation', user.email, now);
  const hasPassword = await mayUsePassword(user);
  const renewed: User = {
    ...user,
    poolUserId: poolUserId === user.id ? undefined : poolUserId,
    awaitsPassword: true,
    emailedLink: hasPassword ? link : undefined,
    // the authenticator app belonged to the lost pool
    hasSecondFactor: undefined,
    signedOutAt: tokenTime(),
    sessions: [],
  };
  await transact(
    ...userChange(user, renewed),
    auditWrite({ name: 'user given new log-in', subject: `user ${user.id}`, who: 'operator' }, now),
  );
  await sendEmail(newPasswordEmail(user, hasPassword ? tokenOf(user.id, secret) : undefined));
}
