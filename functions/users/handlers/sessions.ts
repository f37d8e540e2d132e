import { Refusal } from '../../../shared/refusal.ts';
import { users } from '../../../shared/contracts/users.ts';
import { sessionsOfRemoved } from '../../../shared/administrators/administrator.ts';
import { listedSessions } from '../../../shared/users/sessions.ts';
import { tokenTime } from '../../platform/clock.ts';
import { handle } from '../../handle.ts';
import { idleMinutesFor } from '../caller.ts';
import { endOtherSessions, endSession, recordUse } from '../session-store.ts';
import { revokeTokens } from '../../platform/user-pool.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { sessionsEnded } from '../end-sessions.ts';
import { loadUser } from '../store.ts';
import { refreshSession } from '../refresh-session.ts';
import { eventsOfUser } from '../user-events-store.ts';

export const sessionsHandler = handle(users.sessions, async ({ caller: { user, session } }) => {
  if (!user) throw new Refusal('forbidden', 'Access to the resource is denied.');
  return listedSessions(user.sessions, session, idleMinutesFor(user.role), tokenTime());
});

export const endOtherSessionsHandler = handle(
  users.endOtherSessions,
  async ({ caller: { userId, session }, now }) => {
    await endOtherSessions(userId, session, now);
    return { success: true, message: 'You are logged out on all other devices.' };
  },
);

export const endSessionHandler = handle(users.endSession, async ({ params, caller, now }) => {
  await endSession(caller.userId, params.sessionId, now);
  return { success: true, message: 'The session was ended.' };
});

export const endUserSessionsHandler = handle(
  users.endUserSessions,
  async ({ params: { userId }, caller, now }) => {
    const user = await loadUser(userId);
    if (!user) throw new Refusal('not-found', 'User not found.');
    // otherwise the requester could prevent the objection by ending each new session
    if (user.removal && userId !== caller.userId) throw new Refusal('conflict', sessionsOfRemoved);
    // an unaccepted invitation remains valid: it is not a session
    const { awaitsPassword, emailedLink } = user;
    await transact(
      ...sessionsEnded(user, undefined, { awaitsPassword, emailedLink }),
      auditWrite({ name: 'user sessions ended', subject: `user ${userId}`, who: caller.userId }, now),
    );
    await revokeTokens(user.email);
    return { success: true, message: `${user.firstName} ${user.lastName} is logged out on all devices.` };
  },
);

export const recordUseHandler = handle(users.recordUse, async ({ caller: { userId, session } }) => {
  await recordUse(userId, session);
  return { success: true };
});

export const refreshSessionHandler = handle(users.refreshSession, async ({ body, now }) => ({
  success: true,
  tokens: await refreshSession(body.refreshToken, now),
}));

export const userActivityHandler = handle(users.userActivity, async ({ params: { userId }, query }) =>
  // past every stored event
  eventsOfUser(userId, query.before ?? '9999'),
);
