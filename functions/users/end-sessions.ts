import type { AuditEventName } from '../../shared/audit-event.ts';
import type { User } from './user.ts';
import { tokenTime } from '../platform/clock.ts';
import { milliseconds, wait } from '../platform/time-and-chance.ts';
import { setPassword, revokeTokens } from '../platform/user-pool.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/change.ts';
import { transact } from '../table/transact.ts';
import { loadUser, userChange } from './store.ts';

/**
 * The writes that make every token of a person bad, up to this second. A link that was emailed before is no longer good.
 *
 * @param keptSession the sign-in that stays good (`caller.session`); none when left out
 * @param also what else changes of the record
 */
export const sessionsEnded = (user: User, keptSession?: string, also: Partial<User> = {}): Change[] =>
  userChange(user, {
    ...user,
    ...also,
    signedOutAt: tokenTime(),
    keptSession,
    awaitsPassword: undefined,
    emailedLink: undefined,
    proof: undefined,
  });

/** Ends every session of a person, everywhere and at once. */
export async function endSessions(user: User): Promise<void> {
  await transact(...sessionsEnded(user));
  await revokeTokens(user.email);
}

/**
 * Gives a person another password. The sessions end first, so that a call which dies half-way leaves nobody signed in
 * with the old password, and once more at the end, for whoever signed in with it meanwhile.
 *
 * @param also writes of the same transaction as the first end of the sessions
 * @param changed what else changes of the record in it
 */
export async function replacePassword(
  user: User,
  newPassword: string,
  event: Extract<AuditEventName, 'password reset' | 'password changed' | 'user accepted invitation'>,
  now: Date,
  also: readonly Change[] = [],
  changed: Partial<User> = {},
): Promise<void> {
  await transact(
    ...sessionsEnded(user, undefined, changed),
    ...also,
    auditWrite({ name: event, subject: `user ${user.id}`, who: user.id }, now),
  );
  await setPassword(user.email, newPassword);
  const ended = await loadUser(user.id);
  if (ended) await endSessions(ended);
}

/** Tokens count whole seconds: waits (at most one) until a new one is later than the end of the last sessions. */
export async function afterSignOut(user: User | undefined): Promise<void> {
  const leftMs = ((user?.signedOutAt ?? 0) + 1) * 1000 - milliseconds();
  if (leftMs > 0) await wait(Math.min(leftMs, 1000));
}
