import { Refusal } from '../../shared/refusal.ts';
import { isCurrent } from '../../shared/users/sessions.ts';
import { sessionEnded, type Tokens } from '../../shared/users/sign-in.ts';
import { tokenTime } from '../platform/clock.ts';
import { idleMinutesFor } from '../platform/idle-timeouts.ts';
import { claimsIn, sessionOf } from '../platform/token-claims.ts';
import { refreshPoolToken } from '../platform/user-pool.ts';
import { retryOnConflict } from '../table/retry.ts';
import { transact } from '../table/transact.ts';
import { loadRefreshToken, newRefreshToken, poolTokenOf, refreshTokenUsed } from './refresh-token-store.ts';
import { endSession } from './session-store.ts';
import { loadUser } from './store.ts';

/** Seconds in which a used token is accepted again: a lost response, or two tabs. */
export const retrySeconds = 30;

const ended = () => new Refusal('invalid', sessionEnded);

async function isSessionOpen(userId: string, session: string): Promise<boolean> {
  const user = await loadUser(userId);
  const stored = user?.sessions?.find(({ id }) => id === session);
  return (
    user?.disabled === false &&
    stored !== undefined &&
    isCurrent(stored, idleMinutesFor(user.role), tokenTime())
  );
}

/**
 * Exchanges a refresh token for new tokens of the same session. A token that is used again was copied: its session ends,
 * for the thief and for the user. Throws ('invalid') if the session has ended.
 */
export async function refreshSession(token: string, now: Date): Promise<Tokens> {
  const stored = await loadRefreshToken(token);
  if (!stored) throw ended();
  const { userId, session, usedAt } = stored;
  if (usedAt !== undefined && tokenTime() > usedAt + retrySeconds) {
    await endSession(userId, session, now, { event: 'session ended by reused token' });
    throw ended();
  }
  if (!(await isSessionOpen(userId, session))) throw ended();
  const pool = await refreshPoolToken(poolTokenOf(stored, token));
  if (!pool) throw ended();
  if (sessionOf(claimsIn(pool.accessToken)) !== session) throw new Error('the user pool changed the session');
  const next = newRefreshToken({ userId, session }, pool.refreshToken);
  await retryOnConflict(async () => {
    const current = await loadRefreshToken(token);
    await transact(...next.changes, ...(current ? refreshTokenUsed(current) : []));
  });
  return { accessToken: pool.accessToken, refreshToken: next.token };
}
