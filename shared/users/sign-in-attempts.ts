import { visibleEmail } from '../visible-text.ts';
import * as z from 'zod';
import { text, secret } from '../fields.ts';
import { recordVersion } from '../ids.ts';

/** The sign-in form (spec 1 §3, §5). */
export const signInForm = z.object({
  userName: text('Username or email', { max: 320 }),
  password: secret('Password'),
});

export const signInRequest = signInForm.extend({
  redirectUrl: z.string().max(2000).optional(),
});

export const tokens = z.object({
  /** The API credential: an access token of the user pool. */
  accessToken: z.string(),
  /** A token of the portal, exchanged once for new tokens of the session; the user pool's never reaches the browser. */
  refreshToken: z.string(),
});
export const signedIn = z.object({ success: z.boolean(), redirectUrl: z.string().nullable(), tokens });
export type Tokens = z.output<typeof tokens>;

export const sessionEnded = 'This session has ended. Log in again.';

/** Normalizes a name for comparison, counting, and lookup. */
export const signInName = (userName: string): string => visibleEmail(userName).toLowerCase();

/** The same message for every incorrect name or password, so that it does not reveal accounts. */
export const wrongSignIn = 'Incorrect username or password. Try again.';

/**
 * Returns the path on our own site to open after login. Returns undefined for other origins, `//host`, `/\host`, control
 * characters, user-info, and other schemes (spec 1 §4).
 */
export function ownAddress(returnUrl: string | null | undefined, origin: string): string | undefined {
  if (!returnUrl || /[\p{Cc}\\]/u.test(returnUrl) || returnUrl.trim() !== returnUrl) return undefined;
  const isPath = returnUrl.startsWith('/') && !returnUrl.startsWith('//');
  if (!isPath && !returnUrl.startsWith(`${origin}/`)) return undefined;
  try {
    const address = new URL(returnUrl, origin);
    if (address.origin !== origin || address.username || address.password) return undefined;
    const path = address.pathname + address.search + address.hash;
    return path.startsWith('//') ? undefined : path;
  } catch {
    return undefined;
  }
}

/** Incorrect attempts per name and source until the source is locked for the name. */
export const maxSignInAttempts = 5;
export const signInLockMs = 15 * 60_000;

/**
 * Limit per name against guesses from many sources. Sources with a login or a new password in the last thirty days are
 * exempt, so that attacks of others cannot lock out the owner.
 */
export const maxSignInAttemptsPerName = 50;
export const signInNameWindowMs = 60 * 60_000;
export const trustedSourceMs = 30 * 24 * 60 * 60_000;
const maxTrustedSources = 20;

/** Message for a locked name, known or unknown. */
export const signInLocked =
  'Too many incorrect attempts. Wait 15 minutes and try again, or choose a new password with “Forgot password?”.';

const sourceTries = z.object({
  tries: z.int(),
  /** End of counting and of a lock, in seconds. */
  until: z.int(),
  /** End of the exemption of a known source, in seconds. */
  knownUntil: z.int(),
});

/** Attempts since the last success, stored for known and unknown names. */
export const signInAttempts = z.object({
  /** Digest of the name, because users can enter a password by mistake. */
  name: z.string(),
  /** By source (a digest). */
  sources: z.record(z.string(), sourceTries).default({}),
  /** Attempts of unknown sources. */
  tries: z.int(),
  /** End of counting by name, in seconds. */
  until: z.int().default(0),
  /** Latest of all ends, in seconds. */
  expiresAt: z.int(),
  version: recordVersion,
});
export type SignInAttempts = z.output<typeof signInAttempts>;

const seconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

const none = { tries: 0, until: 0, knownUntil: 0 };

/** Replaces the counters of one source and removes expired ones. */
function withSource(
  tries: Omit<SignInAttempts, 'expiresAt'>,
  source: string,
  numbers: z.output<typeof sourceTries>,
  now: Date,
): SignInAttempts {
  const active = Object.entries({ ...tries.sources, [source]: numbers }).filter(
    ([, { until, knownUntil }]) => Math.max(until, knownUntil) > seconds(now),
  );
  const trusted = active.toSorted(([, a], [, b]) => b.knownUntil - a.knownUntil).slice(0, maxTrustedSources);
  const sources = Object.fromEntries([
    ...active.filter(([, { until }]) => until > seconds(now)),
    ...trusted.filter(([, { knownUntil }]) => knownUntil > seconds(now)),
  ]);
  const ends = Object.values(sources).flatMap(({ until, knownUntil }) => [until, knownUntil]);
  return { ...tries, sources, expiresAt: Math.max(seconds(now), tries.until, ...ends) };
}

/**
 * Counts an attempt before the comparison, so that concurrent guesses count too. Returns undefined if the source is locked
 * for the name, or the name for unknown sources; these attempts do not extend the lock.
 */
export function countSignInAttempt(
  before: SignInAttempts | undefined,
  { name, source }: { name: string; source: string },
  now: Date,
): SignInAttempts | undefined {
  const from = before?.sources[source] ?? none;
  const tries = from.until > seconds(now) ? from.tries : 0;
  const isTrusted = from.knownUntil > seconds(now);
  const counts = before !== undefined && before.until > seconds(now);
  const byName = counts ? before.tries : 0;
  if (tries >= maxSignInAttempts || (!isTrusted && byName >= maxSignInAttemptsPerName)) return undefined;
  const after = {
    name,
    sources: before?.sources ?? {},
    tries: isTrusted ? byName : byName + 1,
    until: counts ? before.until : seconds(now) + signInNameWindowMs / 1000,
    version: before?.version ?? 0,
  };
  const until = seconds(now) + signInLockMs / 1000;
  return withSource(after, source, { ...from, tries: tries + 1, until }, now);
}

/** Reports whether a source logged in with the name within the last thirty days. */
export const isTrustedSource = (before: SignInAttempts | undefined, source: string, now: Date): boolean =>
  (before?.sources[source]?.knownUntil ?? 0) > seconds(now);

/** Reports whether this was the last attempt of its source or name. */
export const isLastAttempt = ({ sources, tries }: SignInAttempts, source: string): boolean =>
  sources[source]?.tries === maxSignInAttempts || tries === maxSignInAttemptsPerName;

/** Resets the counters of the source and the name after the identity was verified, and marks the source as known. */
export const resetAttempts = (before: SignInAttempts, source: string, now: Date): SignInAttempts =>
  withSource(
    { ...before, tries: 0, until: 0 },
    source,
    { tries: 0, until: 0, knownUntil: seconds(now) + trustedSourceMs / 1000 },
    now,
  );
