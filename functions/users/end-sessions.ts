import type { AuditEventName } from '../../shared/audit-event.ts';
import type { User } from './user.ts';
import { tokenTime } from '../platform/clock.ts';
import { milliseconds, wait } from '../platform/time-and-chance.ts';
import { setPassword, revokeTokens } from '../platform/user-pool.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/write.ts';
import { transact } from '../table/transact.ts';
import { notifyOfAdministrators } from '../administrators/notify-administrators.ts';
import { emailCredentialChange } from './credential-email.ts';
import { loadUser, userChange } from './store.ts';

/**
 * Returns the writes that end all sessions of a user and invalidate an emailed link.
 *
 * @param ownSession session that remains (`caller.session`), optional
 * @param also further changes of the record
 */
export const sessionsEnded = (user: User, ownSession?: string, also: Partial<User> = {}): Change[] =>
  userChange(user, {
    ...user,
    ...also,
    signedOutAt: tokenTime(),
    sessions: user.sessions.filter(({ id }) => id === ownSession),
    awaitsPassword: undefined,
    emailedLink: undefined,
    proofs: undefined,
  });

/** Ends every session of a user immediately; `also` are further changes of the record. */
export async function endSessions(user: User, also: Partial<User> = {}): Promise<void> {
  await transact(...sessionsEnded(user, undefined, also));
  await revokeTokens(user.email);
}

/**
 * Replaces a user's password. Ends the sessions before, so that a crash leaves no session with the old password, and
 * again afterwards for concurrent logins.
 *
 * @param also writes in the transaction that first ends the sessions
 */
export async function replacePassword(
  user: User,
  newPassword: string,
  event: Extract<AuditEventName, 'password reset' | 'password changed' | 'user accepted invitation'>,
  now: Date,
  also: readonly Change[] = [],
): Promise<void> {
  const isFirstOfAdministrator = user.role === 'systemAdmin' && user.awaitsPassword === true;
  await transact(
    ...sessionsEnded(user, undefined, {
      givenPassword: undefined,
      // the waiting time of an invited administrator starts with the first password
      ...(isFirstOfAdministrator && user.administratorSince && { administratorSince: now.toISOString() }),
    }),
    ...also,
    auditWrite({ name: event, subject: `user ${user.id}`, who: user.id }, now),
  );
  await setPassword(user.email, newPassword);
  const ended = await loadUser(user.id);
  if (ended) await endSessions(ended);
  if (isFirstOfAdministrator)
    await notifyOfAdministrators(
      'New Wellport administrator',
      `${user.firstName} ${user.lastName} (${user.email}) accepted the invitation and is now an administrator.`,
    );
  await emailCredentialChange(
    user,
    event === 'user accepted invitation' ? 'Your first password was set.' : 'Your password was changed.',
  );
}

/** Waits (about one second at most) until a new token is later than the end of the last sessions, in whole seconds. */
export async function afterSignOut(user: User | undefined): Promise<void> {
  const leftMs = ((user?.signedOutAt ?? 0) + 1) * 1000 - milliseconds();
  // a timer can end a millisecond early
  if (leftMs > 0) await wait(Math.min(leftMs, 1000) + 1);
}
