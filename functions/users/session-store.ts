import type { AuditEventName } from '../../shared/audit-event.ts';
import { Refusal } from '../../shared/refusal.ts';
import { challengeExpired } from '../../shared/users/second-factor.ts';
import { initialPasswordUsed } from '../../shared/users/initial-password.ts';
import { deviceOf, withSession, withUse, type StoredSession } from '../../shared/users/sessions.ts';
import { wrongSignIn, type Tokens } from '../../shared/users/sign-in-attempts.ts';
import { tokenTime } from '../platform/clock.ts';
import { idleMinutesFor } from './caller.ts';
import { claimsIn, sessionOf } from '../platform/token-claims.ts';
import type { PoolTokens } from '../platform/user-pool.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/write.ts';
import { retryOnConflict } from '../table/retry.ts';
import { transact } from '../table/transact.ts';
import { mayUsePassword } from './sign-on-store.ts';
import { newRefreshToken } from './refresh-token-store.ts';
import { loadUser, userChange } from './store.ts';
import type { User } from './user.ts';

interface Login {
  userId: string;
  tokens: PoolTokens;
  userAgent: string | undefined;
  now: Date;
  /** Further changes of the user's record. */
  changed?: Partial<User> | undefined;
  /** The provider of a log-in without a password, with the limits of its policy. */
  byProvider?: Pick<StoredSession, 'provider' | 'endsAt' | 'idleMinutes'>;
}

/**
 * Records a login as a session and returns the browser's tokens. Throws if the user was disabled or all sessions ended
 * after the credentials were verified.
 *
 * @param also writes of the same transaction, created again after a conflict
 */
export async function startSession(
  { userId, tokens, userAgent = '', now, changed, byProvider }: Login,
  also: () => Promise<readonly Change[]>,
): Promise<Tokens> {
  const claims = claimsIn(tokens.accessToken);
  const at = tokenTime();
  const id = sessionOf(claims) ?? '';
  const session = { id, startedAt: at, activeAt: at, device: deviceOf(userAgent), ...byProvider };
  const refresh = newRefreshToken({ userId, session: session.id }, tokens.refreshToken);
  await retryOnConflict(async () => {
    const user = await loadUser(userId);
    const hasEnded = user?.signedOutAt !== undefined && !(Number(claims.auth_time) > user.signedOutAt);
    if (!user || user.disabled || hasEnded) throw new Refusal('invalid', challengeExpired);
    if (!byProvider && user.givenPassword === 'used') throw new Refusal('invalid', initialPasswordUsed);
    if (!byProvider && !(await mayUsePassword(user))) throw new Refusal('invalid', wrongSignIn);
    const givenPassword = byProvider ? user.givenPassword : user.givenPassword && 'used';
    const sessions = withSession(user.sessions, session, idleMinutesFor(user.role));
    await transact(
      ...userChange(user, { ...user, ...changed, sessions, givenPassword }),
      ...refresh.changes,
      ...(await also()),
      auditWrite(
        {
          name: 'signed in',
          subject: `user ${userId}`,
          who: userId,
          ...(byProvider && { after: { provider: byProvider.provider?.issuer } }),
        },
        now,
      ),
    );
  });
  return { accessToken: tokens.accessToken, refreshToken: refresh.token };
}

/** Applies a change to the latest record of a user; `changed` returns undefined if there is nothing to change. */
export async function changeUser(
  userId: string,
  changed: (user: User) => readonly Change[] | undefined,
): Promise<void> {
  await retryOnConflict(async () => {
    const user = await loadUser(userId);
    const changes = user && changed(user);
    if (changes) await transact(...changes);
  });
}

/** Records that a session is in use, so that its idle timeout starts again. */
export const recordUse = (userId: string, session: string | undefined): Promise<void> =>
  changeUser(userId, (user) => {
    const sessions = withUse(user.sessions, session, tokenTime());
    return sessions && userChange(user, { ...user, sessions });
  });

/** Ends one session. Does nothing if it has ended. */
export const endSession = (
  userId: string,
  session: string | undefined,
  now: Date,
  event: AuditEventName = 'signed out',
): Promise<void> =>
  changeUser(userId, (user) => {
    const sessions = user.sessions.filter(({ id }) => id !== session);
    if (sessions.length === user.sessions.length) return undefined;
    return [
      ...userChange(user, {
        ...user,
        sessions,
        proofs: user.proofs?.filter((proof) => proof.session !== session),
      }),
      auditWrite({ name: event, subject: `user ${userId}`, who: userId }, now),
    ];
  });

/** Ends all sessions of a user except the given one. */
export const endOtherSessions = (userId: string, session: string | undefined, now: Date): Promise<void> =>
  changeUser(userId, (user) => [
    ...userChange(user, { ...user, sessions: user.sessions.filter(({ id }) => id === session) }),
    auditWrite({ name: 'signed out', subject: `user ${userId}`, who: userId, after: { others: true } }, now),
  ]);
