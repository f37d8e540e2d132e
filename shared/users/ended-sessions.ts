import * as z from 'zod';

/** A session that its user ended by logging out; `until` is the second after which none of its tokens is valid. */
const endedSession = z.object({ session: z.string(), until: z.int() });
export const endedSessions = z.array(endedSession);
export type EndedSession = z.output<typeof endedSession>;

/** How many are stored per user. */
export const endedSessionsStored = 20;

/** A refresh token is valid for one day, and the tokens of the last refresh for one more hour, in seconds. */
const refreshable = 25 * 3600;

/**
 * Returns the ended sessions with another one and without those whose tokens expired; undefined when there are too many
 * to store.
 *
 * @param expiresAt when the token of the log-out expires, in seconds
 * @param now in seconds of the clock that tokens are made by
 */
export function withEndedSession(
  ended: readonly EndedSession[],
  session: string,
  expiresAt: number,
  now: number,
): EndedSession[] | undefined {
  const others = ended.filter((one) => one.until > now && one.session !== session);
  if (others.length >= endedSessionsStored) return undefined;
  return [...others, { session, until: Math.max(expiresAt, now + refreshable) }];
}
