import * as z from 'zod';

/** A session ended by log-out. All of its tokens are expired after `until`, in seconds. */
const endedSession = z.object({ session: z.string(), until: z.int() });
export const endedSessions = z.array(endedSession);
export type EndedSession = z.output<typeof endedSession>;

/** Maximum per user. */
export const maxEndedSessions = 20;

/** Validity of a refresh token (one day) and of the tokens of its last refresh (one hour). */
const refreshableSeconds = 25 * 3600;

/**
 * Adds an ended session and removes expired ones. Returns undefined if the maximum is exceeded.
 *
 * @param expiresAt expiry of the token of the log-out, in seconds
 * @param now in seconds of the token clock
 */
export function withEndedSession(
  ended: readonly EndedSession[],
  session: string,
  expiresAt: number,
  now: number,
): EndedSession[] | undefined {
  const others = ended.filter((other) => other.until > now && other.session !== session);
  if (others.length >= maxEndedSessions) return undefined;
  return [...others, { session, until: Math.max(expiresAt, now + refreshableSeconds) }];
}
