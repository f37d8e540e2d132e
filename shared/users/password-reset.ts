import * as z from 'zod';
import { recordVersion } from '../ids.ts';

export const codeValidityMs = 30 * 60_000;

/** Limits per source: incorrect codes until a new code is required, and emails to one address. */
export const maxCodeAttempts = 5;
export const maxEmails = 5;

/**
 * Limits per name. A code has 60 bits, so that a thousand guesses do not find it. An invalid code never blocks a new
 * email, so that attacks of others cannot lock out the owner of the mailbox.
 */
export const maxCodeAttemptsPerName = 1000;
export const maxEmailsPerName = 20;

/** The same message for incorrect, expired, and used codes, and for unknown names. */
export const wrongCode =
  'This code is incorrect, was used, or has expired. To request a new one, select “Forgot password?” on the log in form.';

/** A request for a new password. Also stored for unknown names, because responses must not differ. */
export const passwordReset = z.object({
  /** Digest of the name. */
  name: z.string(),
  /** Null for an unknown name. */
  userId: z.string().nullable(),
  salt: z.string(),
  codeHash: z.string(),
  /** Digest of the token that replaces the captcha of the next request, once. */
  resendHash: z.string(),
  codeTries: z.int(),
  emails: z.int(),
  /** Counters by source (a digest). */
  sources: z.record(z.string(), z.object({ codeTries: z.int(), emails: z.int() })).default({}),
  used: z.boolean(),
  /** Unix time in seconds; reads omit expired requests. */
  expiresAt: z.int(),
  version: recordVersion,
});
export type PasswordReset = z.output<typeof passwordReset>;

export type ResetSecrets = Pick<PasswordReset, 'salt' | 'codeHash' | 'resendHash'>;

const seconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

export const isActive = (request: PasswordReset | undefined, now: Date): request is PasswordReset =>
  request !== undefined && request.expiresAt > seconds(now);

const none = { codeTries: 0, emails: 0 };

/** Reports whether the code is invalid for all sources. */
const isVoid = ({ used, codeTries }: PasswordReset): boolean => used || codeTries >= maxCodeAttemptsPerName;

/** Reports whether the source can request another email. After the last email of a name, its code is valid for all sources. */
function canRequestCode(before: PasswordReset, source: string): boolean {
  const { codeTries, emails } = before.sources[source] ?? none;
  const mayHere = emails < maxEmails || codeTries >= maxCodeAttempts;
  return isVoid(before) || (before.emails < maxEmailsPerName && mayHere);
}

/**
 * Replaces the code with a new one. Returns undefined if the source or the name reached the limit of emails: the last code
 * remains valid.
 */
export function requestCode(
  before: PasswordReset | undefined,
  request: { name: string; userId: string | null } & ResetSecrets,
  { source, now }: { source: string; now: Date },
): PasswordReset | undefined {
  const alive = isActive(before, now) ? before : undefined;
  if (alive && !canRequestCode(alive, source)) return undefined;
  const sources = Object.entries(alive?.sources ?? {}).map(([name, { emails }]) => [
    name,
    { codeTries: 0, emails },
  ]);
  const emails = (alive?.sources[source]?.emails ?? 0) + 1;
  return {
    ...request,
    codeTries: 0,
    emails: (alive?.emails ?? 0) + 1,
    sources: {
      ...(Object.fromEntries(sources) as PasswordReset['sources']),
      [source]: { codeTries: 0, emails },
    },
    used: false,
    expiresAt: seconds(now) + codeValidityMs / 1000,
    version: before?.version ?? 0,
  };
}

/** Counts an attempt before the comparison. Returns undefined if no code of this source can be valid. */
export function countCodeAttempt(
  request: PasswordReset | undefined,
  { source, now }: { source: string; now: Date },
): PasswordReset | undefined {
  if (!isActive(request, now) || isVoid(request)) return undefined;
  const here = request.sources[source] ?? none;
  const hasAllEmails = request.emails >= maxEmailsPerName;
  if (here.codeTries >= maxCodeAttempts && !hasAllEmails) return undefined;
  // after the last email of a name, attempts count for the name only
  const sources = hasAllEmails
    ? request.sources
    : { ...request.sources, [source]: { ...here, codeTries: here.codeTries + 1 } };
  return { ...request, codeTries: request.codeTries + 1, sources };
}

/** Normalizes case, spaces, hyphens, and look-alikes (O and 0; I, L, and 1). */
export const parseResetCode = (input: string): string =>
  input.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');

/** Formats a code: 'K7QF-2M9X-0R4T'. */
export const formatResetCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code;
