import * as z from 'zod';

/** For how long the letters of a source are counted. */
export const letterWindow = 60 * 60_000;

export const tooManyLetters =
  'Too many messages came from your network. This one was not sent. Try again in an hour, or call us.';

/** How many letters a source had brought to the desks. */
export const letterCount = z.object({
  /** A digest (functions/platform/source.ts). */
  source: z.string(),
  letters: z.int(),
  /** Counting begins again after this instant, in seconds. */
  expiresAt: z.int(),
  version: z.int(),
});
export type LetterCount = z.output<typeof letterCount>;

/** Counts a letter before it is sent; undefined when its source has sent `most` within the hour. */
export function countLetter(
  before: LetterCount | undefined,
  { source, most }: { source: string; most: number },
  now: Date,
): LetterCount | undefined {
  const seconds = Math.floor(now.getTime() / 1000);
  const counts = before !== undefined && before.expiresAt > seconds;
  const letters = counts ? before.letters : 0;
  if (letters >= most) return undefined;
  const expiresAt = counts ? before.expiresAt : seconds + letterWindow / 1000;
  return { source, letters: letters + 1, expiresAt, version: before?.version ?? 0 };
}
