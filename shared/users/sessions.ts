import * as z from 'zod';
import type { SignedInRole } from '../roles.ts';

/** A login of a user. Times are in seconds of the token clock. */
const storedSession = z.object({
  id: z.string(),
  startedAt: z.int(),
  /** Last recorded use; the idle timeout starts here. */
  activeAt: z.int(),
  /** Browser and system, such as "Firefox on Windows". */
  device: z.string(),
  /** The identity provider of the log-in; missing for passwords. */
  provider: z
    .object({
      partnerId: z.string(),
      issuer: z.string(),
      subject: z.string(),
      /** The person's address at the provider, where it can differ from the one at the portal. */
      email: z.string().optional(),
      providerSession: z.string().optional(),
      logoutAddress: z.string().optional(),
      /** Format of the subject of a SAML provider; empty without one. */
      nameIdFormat: z.string().optional(),
    })
    .optional(),
  /** End and idle timeout of the employer's policy, where they are shorter than the portal's. */
  endsAt: z.int().optional(),
  idleMinutes: z.int().optional(),
});
export const storedSessions = z.array(storedSession);
export type StoredSession = z.output<typeof storedSession>;

/** Maximum per user; another login ends the least recently used session. */
export const maxSessions = 20;

/** Maximum duration of a session, and validity of its refresh token. */
export const sessionDays = 30;

/** Idle timeouts in minutes. */
export interface IdleMinutes {
  administrators: number;
  managers: number;
  members: number;
}

export const defaultIdleMinutes: IdleMinutes = { administrators: 30, managers: 120, members: 30 * 24 * 60 };

export function idleMinutesOf(role: SignedInRole, minutes: IdleMinutes): number {
  if (role === 'member') return minutes.members;
  return role === 'partnerManager' || role === 'facilityManager' ? minutes.managers : minutes.administrators;
}

/** Returns false for a session that was idle for too long or reached its maximum duration. */
export const isCurrent = (
  { startedAt, activeAt, endsAt = Infinity, ...session }: StoredSession,
  idleMinutes: number,
  now: number,
): boolean =>
  now < activeAt + Math.min(idleMinutes, session.idleMinutes ?? Infinity) * 60 &&
  now < Math.min(endsAt, startedAt + sessionDays * 86_400);

/** Adds a session and removes expired ones, and the least recently used ones above the maximum. */
export function withSession(
  sessions: readonly StoredSession[],
  added: StoredSession,
  idleMinutes: number,
): StoredSession[] {
  const others = sessions.filter(
    (session) => session.id !== added.id && isCurrent(session, idleMinutes, added.startedAt),
  );
  return [...others, added].toSorted((left, right) => right.activeAt - left.activeAt).slice(0, maxSessions);
}

/** Seconds between two recorded uses; more frequent ones are not written. */
const recordedEverySeconds = 30;

/** Returns the sessions with a use recorded; undefined if there is nothing to record. */
export function withUse(
  sessions: readonly StoredSession[],
  id: string | undefined,
  now: number,
): StoredSession[] | undefined {
  const used = sessions.find((session) => session.id === id);
  if (!used || now < used.activeAt + recordedEverySeconds) return undefined;
  return sessions.map((session) => (session === used ? { ...used, activeAt: now } : session));
}

const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
];

/** Describes a device by its user agent, without version or model: "Firefox on Windows". */
export function deviceOf(userAgent: string): string {
  const nameIn = (names: typeof browsers) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [nameIn(browsers), nameIn(systems)];
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'Unknown device');
}

/** A session as its user sees it; times are ISO instants. */
export const listedSession = z.object({
  id: z.string(),
  device: z.string(),
  startedAt: z.string(),
  activeAt: z.string(),
  /** The session of the request. */
  isOwn: z.boolean(),
});
export type ListedSession = z.output<typeof listedSession>;

/** Returns the current sessions, most recently used first. */
export const listedSessions = (
  sessions: readonly StoredSession[],
  own: string | undefined,
  idleMinutes: number,
  now: number,
): ListedSession[] =>
  sessions
    .filter((session) => isCurrent(session, idleMinutes, now))
    .toSorted((left, right) => right.activeAt - left.activeAt)
    .map(({ id, device, startedAt, activeAt }) => ({
      id,
      device,
      startedAt: new Date(startedAt * 1000).toISOString(),
      activeAt: new Date(activeAt * 1000).toISOString(),
      isOwn: id === own,
    }));
