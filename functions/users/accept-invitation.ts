import { users } from '../../shared/users/contract.ts';
import { handle } from '../platform/handle.ts';
import { openLink } from './emailed-link.ts';
import { replacePassword } from './end-sessions.ts';

export const handler = handle(users.acceptInvitation, async ({ params, body, now }) => {
  const { user } = await openLink(params.token, 'user invitation', now);
  // the link is used up in its first write; who dies after that is let in by "Forgot password?"
  const isNewAdministrator = user.administratorSince !== undefined;
  await replacePassword(user, body.password, 'user accepted invitation', now, [], {
    ...(isNewAdministrator && { administratorSince: now.toISOString() }),
  });
  return { success: true, message: 'Your account is ready.', email: user.email };
});
