import * as z from 'zod';

/** Wrong attempts for one name from one source before that source is locked for the name, and for how long. */
export const signInTriesAllowed = 5;
export const signInLockedFor = 15 * 60_000;

/**
 * The slower limit by name alone, against guesses from many sources: so many attempts in so long. It does not hold for
 * a source that the name logged in from, or chose a password at, in the last thirty days; so a stranger cannot keep the
 * owner of the mailbox out.
 */
export const signInTriesByName = 50;
export const signInNameWindow = 60 * 60_000;
export const sourceKnownFor = 30 * 24 * 60 * 60_000;
const knownSourcesKept = 20;

/** The sentence for a locked name; it is the same for names that nobody has. */
export const signInLocked =
  'Too many wrong tries. Wait 15 minutes and try again, or choose a new password with “Forgot password?”.';

const sourceTries = z.object({
  tries: z.int(),
  /** Counting begins again after this instant, in seconds; a locked source opens then. */
  until: z.int(),
  /** The name's owner came from here; until this instant, in seconds. */
  knownUntil: z.int(),
});

/** How often a name was tried since the last success; kept for known and unknown names alike. */
export const signInTries = z.object({
  /** The digest of the name, so that what people type by mistake (a password) is not kept. */
  name: z.string(),
  /** By source (a digest). */
  sources: z.record(z.string(), sourceTries).default({}),
  /** From sources that are not known. */
  tries: z.int(),
  /** Counting by name begins again after this instant, in seconds. */
  until: z.int().default(0),
  /** When nothing of this counts any more, in seconds. */
  expiresAt: z.int(),
  version: z.int(),
});
export type SignInTries = z.output<typeof signInTries>;

const seconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

const none = { tries: 0, until: 0, knownUntil: 0 };

/** The record with one source's numbers replaced, and without the sources of which nothing counts any more. */
function withSource(
  tries: Omit<SignInTries, 'expiresAt'>,
  source: string,
  numbers: z.output<typeof sourceTries>,
  now: Date,
): SignInTries {
  const living = Object.entries({ ...tries.sources, [source]: numbers }).filter(
    ([, { until, knownUntil }]) => Math.max(until, knownUntil) > seconds(now),
  );
  const known = living.toSorted(([, a], [, b]) => b.knownUntil - a.knownUntil).slice(0, knownSourcesKept);
  const sources = Object.fromEntries([
    ...living.filter(([, { until }]) => until > seconds(now)),
    ...known.filter(([, { knownUntil }]) => knownUntil > seconds(now)),
  ]);
  const ends = Object.values(sources).flatMap(({ until, knownUntil }) => [until, knownUntil]);
  return { ...tries, sources, expiresAt: Math.max(seconds(now), tries.until, ...ends) };
}

/**
 * Counts an attempt before it is made, so that guesses made at once count too. Undefined when the source is locked for
 * this name, or the name for sources that are not known: then nothing is tried, and nothing is counted, so that the
 * lock ends when it said.
 */
export function countTry(
  before: SignInTries | undefined,
  { name, source }: { name: string; source: string },
  now: Date,
): SignInTries | undefined {
  const from = before?.sources[source] ?? none;
  const tries = from.until > seconds(now) ? from.tries : 0;
  const isKnown = from.knownUntil > seconds(now);
  const counts = before !== undefined && before.until > seconds(now);
  const byName = counts ? before.tries : 0;
  if (tries >= signInTriesAllowed || (!isKnown && byName >= signInTriesByName)) return undefined;
  const after = {
    name,
    sources: before?.sources ?? {},
    tries: isKnown ? byName : byName + 1,
    until: counts ? before.until : seconds(now) + signInNameWindow / 1000,
    version: before?.version ?? 0,
  };
  const until = seconds(now) + signInLockedFor / 1000;
  return withSource(after, source, { ...from, tries: tries + 1, until }, now);
}

/** Did this attempt use up the last one, of its source or of the name? */
export const isLastTry = ({ sources, tries }: SignInTries, source: string): boolean =>
  sources[source]?.tries === signInTriesAllowed || tries === signInTriesByName;

/** The person has shown who they are: what was counted at this source and by name is forgotten, the source is known. */
export const forgetTriesOf = (before: SignInTries, source: string, now: Date): SignInTries =>
  withSource(
    { ...before, tries: 0, until: 0 },
    source,
    { tries: 0, until: 0, knownUntil: seconds(now) + sourceKnownFor / 1000 },
    now,
  );
