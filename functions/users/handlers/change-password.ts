import { Refusal } from '../../../shared/refusal.ts';
import { users } from '../../../shared/contracts/users.ts';
import { signInName } from '../../../shared/users/sign-in.ts';
import { handle } from '../../handle.ts';
import { signInPoolUser } from '../../platform/user-pool.ts';
import { replacePassword } from '../end-sessions.ts';
import { requireSafePassword } from '../password-check.ts';
import { startAttempt, attemptsReset } from '../sign-in-store.ts';

export const handler = handle(users.changePassword, async ({ body, caller: { user }, source, now }) => {
  if (!user) throw new Refusal('forbidden', 'Access to the resource is denied.');
  const attempt = { name: signInName(user.email), source, now };
  await startAttempt(attempt);
  if (!(await signInPoolUser(attempt.name, body.oldPassword)))
    throw new Refusal('invalid', 'Incorrect old password. Your password was not changed.', 'oldPassword');
  await requireSafePassword(body.newPassword, user, 'newPassword');
  await replacePassword(user, body.newPassword, 'password changed', now, await attemptsReset(attempt));
  return {
    success: true,
    message: 'Your password was changed and you were logged out everywhere. Log in with the new one.',
  };
});
