import { withEndedSession } from '../../../shared/users/ended-sessions.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { users } from '../../../shared/contracts/users.ts';
import { tokenTime } from '../../platform/clock.ts';
import { handle } from '../../handle.ts';
import { auditWrite } from '../../table/audit.ts';
import type { Change } from '../../table/write.ts';
import { pause } from '../../table/retry.ts';
import { transact } from '../../table/transact.ts';
import { sessionsEnded } from '../end-sessions.ts';
import { loadUser, userChange } from '../store.ts';
import type { User } from '../user.ts';

const maxAttempts = 8;

export const handler = handle(users.logout, async ({ caller: { userId, session, tokenExpiresAt }, now }) => {
  for (let attempt = 1; ; attempt++) {
    const user = await loadUser(userId);
    if (!user) break;
    try {
      await transact(
        ...sessionEnded(user, session, tokenExpiresAt),
        auditWrite({ name: 'signed out', subject: `user ${userId}`, who: userId }, now),
      );
      break;
    } catch (error) {
      // the record changed concurrently, such as by a log-out on another device
      if (attempt === maxAttempts || !(error instanceof Refusal) || error.code !== 'conflict') throw error;
      await pause(attempt);
    }
  }
  return { success: true, message: 'You are logged out.' };
});

/** Ends one session, or all of them if the token does not name it or too many ended ones are stored. */
function sessionEnded(user: User, session: string | undefined, expiresAt: number): Change[] {
  const ended = session && withEndedSession(user.endedSessions ?? [], session, expiresAt, tokenTime());
  return ended
    ? userChange(user, { ...user, endedSessions: ended, proof: undefined })
    : sessionsEnded(user, undefined, { endedSessions: undefined });
}
