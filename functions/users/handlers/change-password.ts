import { Refusal } from '../../../shared/refusal.ts';
import { users } from '../../../shared/users/contract.ts';
import { signInName } from '../../../shared/users/sign-in.ts';
import { handle } from '../../platform/handle.ts';
import { signInPoolUser } from '../../platform/user-pool.ts';
import { replacePassword } from '../end-sessions.ts';
import { beginTry, forgetTries } from '../sign-in-store.ts';

export const handler = handle(users.changePassword, async ({ body, caller: { user }, source, now }) => {
  if (!user) throw new Refusal('forbidden', 'Access to the resource is denied.');
  const attempt = { name: signInName(user.email), source, now };
  await beginTry(attempt);
  if (!(await signInPoolUser(attempt.name, body.oldPassword)))
    throw new Refusal('invalid', 'Old password is not right. Your password was not changed.', 'oldPassword');
  await replacePassword(user, body.newPassword, 'password changed', now, await forgetTries(attempt));
  return {
    success: true,
    message: 'Your password was changed and you were logged out everywhere. Log in with the new one.',
  };
});
