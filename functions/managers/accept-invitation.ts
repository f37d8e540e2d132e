import { managers } from '../../shared/managers/contract.ts';
import { handle } from '../platform/handle.ts';
import { replacePassword } from '../users/end-sessions.ts';
import { openLink } from './emailed-link.ts';

export const handler = handle(managers.acceptInvitation, async ({ params, body, now }) => {
  const { user } = await openLink(params.token, 'manager invitation', now);
  // the link is used up in its first write; who dies after that is let in by "Forgot password?"
  await replacePassword(user, body.password, 'manager accepted invitation', now);
  return { success: true, message: 'Your account is ready.', email: user.email };
});
