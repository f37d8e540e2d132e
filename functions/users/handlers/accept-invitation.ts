import { users } from '../../../shared/contracts/users.ts';
import { handle } from '../../handle.ts';
import { openLink } from '../emailed-link.ts';
import { replacePassword } from '../end-sessions.ts';
import { requireSafePassword } from '../password-check.ts';

export const handler = handle(users.acceptInvitation, async ({ params, body, now }) => {
  const { user } = await openLink(params.token, ['user invitation'], now);
  await requireSafePassword(body.password, user, 'password');
  // the first write invalidates the link; after a crash, "Forgot password?" lets the user in
  await replacePassword(user, body.password, 'user accepted invitation', now);
  return { success: true, message: 'Your account is ready.', email: user.email };
});
