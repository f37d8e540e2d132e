import * as z from 'zod';
import { recordVersion } from '../ids.ts';

/** Logins of unknown browsers from one address within five minutes before each requires a challenge. */
export const loginsWithoutChallenge = 60;
const windowSeconds = 300;

/** Header with the random ID of a browser, which becomes known by its first login. */
export const deviceHeader = 'x-device';
/** Header with the answer of a challenge: its seed, a colon, and a number. */
export const workHeader = 'x-work';

export const deviceId = z.string().regex(/^[\w-]{32,128}$/);

/** Logins from one address in the current window. */
export const loginCount = z.object({
  /** A digest (functions/platform/source.ts). */
  source: z.string(),
  logins: z.int(),
  /** End of the window, as Unix time in seconds. */
  expiresAt: z.int(),
  version: recordVersion,
});
export type LoginCount = z.output<typeof loginCount>;

const seconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

export function countLogin(before: LoginCount | undefined, source: string, now: Date): LoginCount {
  const counts = before !== undefined && before.expiresAt > seconds(now);
  return {
    source,
    logins: (counts ? before.logins : 0) + 1,
    expiresAt: counts ? before.expiresAt : seconds(now) + windowSeconds,
    version: before?.version ?? 0,
  };
}

export const needsChallenge = ({ logins }: LoginCount): boolean => logins > loginsWithoutChallenge;

/** Leading hexadecimal zeros of the SHA-256 of an answer: 65,536 attempts on average, about a second in a browser. */
const workZeros = '0000';

/** Returns the seed of a challenge: a browser can work on it for ten minutes, for its own address only. */
export const workSeed = (source: string, now: Date): string => `${source}.${Math.floor(seconds(now) / 600)}`;

/** Reports whether an answer is for this address and the current or previous ten minutes. */
export const isCurrentWork = (solution: string, source: string, now: Date): boolean =>
  [now, new Date(now.getTime() - 600_000)].some((at) => solution.startsWith(`${workSeed(source, at)}:`));

/** Reports whether a hash (hexadecimal SHA-256 of an answer) proves the work. */
export const provesWork = (hash: string): boolean => hash.startsWith(workZeros);

export const crowdMessage =
  'Many people log in from your network, so your browser must solve a short task first. Try again.';
export const unknownDevice = 'This browser is not known for this login.';
