import { Refusal } from '../../../shared/refusal.ts';
import { users } from '../../../shared/contracts/users.ts';
import { handle } from '../../handle.ts';
import { revokeTokens } from '../../platform/user-pool.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { sessionsEnded } from '../end-sessions.ts';
import { loadUser } from '../store.ts';

export const handler = handle(users.endUserSessions, async ({ params: { userId }, caller, now }) => {
  const user = await loadUser(userId);
  if (!user) throw new Refusal('not-found', 'User not found.');
  // an unaccepted invitation remains valid: it is not a session
  const { awaitsPassword, emailedLink } = user;
  await transact(
    ...sessionsEnded(user, undefined, { awaitsPassword, emailedLink }),
    auditWrite({ name: 'user sessions ended', subject: `user ${userId}`, who: caller.userId }, now),
  );
  await revokeTokens(user.email);
  return { success: true, message: `${user.firstName} ${user.lastName} is logged out on all devices.` };
});
