import * as z from 'zod';

/** Wrong tries of one name before it is locked, and for how long. */
export const signInTriesAllowed = 5;
export const signInLockedFor = 15 * 60_000;

/** The sentence for a locked name; it is the same for names that nobody has. */
export const signInLocked =
  'Too many wrong tries. Wait 15 minutes and try again, or choose a new password with “Forgot password?”.';

/** How often a name was tried since the last success; kept for known and unknown names alike. */
export const signInTries = z.object({
  /** The digest of the name, so that what people type by mistake (a password) is not kept. */
  name: z.string(),
  tries: z.int(),
  /** Counting begins anew after this instant, in seconds; a locked name opens then. */
  expiresAt: z.int(),
  version: z.int(),
});
export type SignInTries = z.output<typeof signInTries>;

const seconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

/** What still counts of what was counted before: nothing once its time is over. */
export const triesThatCount = (tries: SignInTries | undefined, now: Date): number =>
  tries && tries.expiresAt > seconds(now) ? tries.tries : 0;

/**
 * Counts a try before it is made, so that guesses made at once count too. Undefined when the name is locked: then
 * nothing is tried, and nothing is counted, so that the lock ends when it said.
 */
export function countTry(before: SignInTries | undefined, name: string, now: Date): SignInTries | undefined {
  const tries = triesThatCount(before, now);
  if (tries >= signInTriesAllowed) return undefined;
  return {
    name,
    tries: tries + 1,
    expiresAt: seconds(now) + signInLockedFor / 1000,
    version: before?.version ?? 0,
  };
}
