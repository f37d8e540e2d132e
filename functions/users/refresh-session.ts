import { Refusal } from '../../shared/refusal.ts';
import { isCurrent } from '../../shared/users/sessions.ts';
import { sessionEnded, type Tokens } from '../../shared/users/sign-in-attempts.ts';
import { tokenTime } from '../platform/clock.ts';
import { idleMinutesFor } from './caller.ts';
import { claimsIn, sessionOf } from '../platform/token-claims.ts';
import { refreshPoolToken } from '../platform/user-pool.ts';
import { retryOnConflict } from '../table/retry.ts';
import { transact } from '../table/transact.ts';
import {
  loadRefreshToken,
  newRefreshToken,
  nextToken,
  poolTokenOf,
  refreshTokenUsed,
  type RefreshToken,
} from './refresh-token-store.ts';
import { isPermittedSession } from './sign-on-store.ts';
import { endSession } from './session-store.ts';
import { loadUser } from './store.ts';

/** Seconds in which a used token is accepted again: a lost response, or two tabs. */
export const retrySeconds = 30;

const ended = () => new Refusal('invalid', sessionEnded);

async function isSessionOpen(userId: string, session: string): Promise<boolean> {
  const user = await loadUser(userId);
  const stored = user?.sessions.find(({ id }) => id === session);
  return (
    user?.disabled === false &&
    stored !== undefined &&
    isCurrent(stored, idleMinutesFor(user.role), tokenTime()) &&
    (await isPermittedSession(user, stored))
  );
}

/**
 * Exchanges a refresh token for new tokens of the same session. Repeated and concurrent exchanges return the same refresh
 * token, so that a session has one chain of tokens. A token that is used again later was copied: its session ends, for the
 * thief and for the user. Throws ('invalid') if the session has ended.
 */
export async function refreshSession(token: string, now: Date): Promise<Tokens> {
  const { userId, session } = await lastOfChain(token, now);
  if (!(await isSessionOpen(userId, session))) throw ended();
  let tokens: Tokens | undefined;
  await retryOnConflict(async () => {
    const { stored, token: last } = await lastOfChain(token, now);
    const pool = await refreshPoolToken(poolTokenOf(stored, last));
    if (!pool) throw ended();
    if (sessionOf(claimsIn(pool.accessToken)) !== session)
      throw new Error('the user pool changed the session');
    const isRepeated = last !== token;
    const next = newRefreshToken({ userId, session }, pool.refreshToken);
    if (!isRepeated) await transact(...next.changes, ...refreshTokenUsed(stored, token, next.token));
    tokens = { accessToken: pool.accessToken, refreshToken: isRepeated ? last : next.token };
  });
  return tokens ?? Promise.reject(ended());
}

/** Returns the unused token of a chain. Ends the session if the given token was used before `retrySeconds`. */
async function lastOfChain(token: string, now: Date): Promise<ChainEnd> {
  const stored = await loadRefreshToken(token);
  if (!stored) throw ended();
  const { userId, session, usedAt } = stored;
  if (usedAt === undefined) return { stored, token, userId, session };
  if (tokenTime() > usedAt + retrySeconds) {
    await endSession(userId, session, now, 'session ended by reused token');
    throw ended();
  }
  const next = nextToken(stored, token);
  if (next === undefined) throw ended();
  return lastOfChain(next, now);
}

interface ChainEnd {
  stored: RefreshToken;
  token: string;
  userId: string;
  session: string;
}
