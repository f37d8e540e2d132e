import * as z from 'zod';

/** How long a code is good, wrong codes before it is void, and mails to one address in that time. */
export const codeGoodFor = 30 * 60_000;
export const codeTriesAllowed = 5;
export const mailsAllowed = 5;

/** One sentence for a wrong, old, used or unknown code, and for a name that nobody has. */
export const wrongCode =
  'This code is not right or no longer good. Ask for a new one, and use the newest mail.';

/** A request for a new password. Kept for names that nobody has too: the answers must not differ. */
export const passwordReset = z.object({
  /** The digest of the name. */
  name: z.string(),
  /** Null when nobody has the name. */
  userId: z.string().nullable(),
  salt: z.string(),
  codeHash: z.string(),
  /** The digest of the token that allows asking again without a captcha; good once. */
  resendHash: z.string(),
  codeTries: z.int(),
  mails: z.int(),
  used: z.boolean(),
  /** In seconds; reads do not see a request whose time is over. */
  expiresAt: z.int(),
  version: z.int(),
});
export type PasswordReset = z.output<typeof passwordReset>;

/** The digests that a request keeps of what it gives away. */
export type ResetSecrets = Pick<PasswordReset, 'salt' | 'codeHash' | 'resendHash'>;

const seconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

/** False for none, and for one whose time is over. */
export const isAlive = (request: PasswordReset | undefined, now: Date): request is PasswordReset =>
  request !== undefined && request.expiresAt > seconds(now);

/**
 * A new code replaces the one before. Undefined when this name was mailed often enough: the last mail's code stays
 * good and nothing more is sent.
 */
export function askForCode(
  before: PasswordReset | undefined,
  asked: { name: string; userId: string | null } & ResetSecrets,
  now: Date,
): PasswordReset | undefined {
  const mails = isAlive(before, now) ? before.mails : 0;
  if (mails >= mailsAllowed) return undefined;
  return {
    ...asked,
    codeTries: 0,
    mails: mails + 1,
    used: false,
    expiresAt: seconds(now) + codeGoodFor / 1000,
    version: before?.version ?? 0,
  };
}

/** Counts a try of a code before it is compared; undefined when no code can be right any more. */
export function countCodeTry(request: PasswordReset | undefined, now: Date): PasswordReset | undefined {
  if (!isAlive(request, now) || request.used || request.codeTries >= codeTriesAllowed) return undefined;
  return { ...request, codeTries: request.codeTries + 1 };
}

/** A code as people type it: case, blanks and dashes do not matter, and neither does O for 0 or I for 1. */
export const readCode = (typed: string): string =>
  typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');

/** A code as the mail shows it: 'K7QF-2M9X-0R4T'. */
export const writeCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code;
