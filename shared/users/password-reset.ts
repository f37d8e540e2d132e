import * as z from 'zod';

/** How long a code is good. */
export const codeGoodFor = 30 * 60_000;

/** Wrong codes, and emails to one address, that one source may cause before it has to ask for a new code, or wait. */
export const codeTriesAllowed = 5;
export const emailsAllowed = 5;

/**
 * The slower limits by name alone. Codes are 60 bits, so a thousand guesses find none; and a code that is void never
 * blocks a new email. So whoever owns the mailbox gets in, whatever strangers do.
 */
export const codeTriesByName = 1000;
export const emailsByName = 20;

/** One sentence for a wrong, old, used or unknown code, and for a name that nobody has. */
export const wrongCode =
  'This code is not right or no longer good. Ask for a new one, and use the newest email.';

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
  emails: z.int(),
  /** The same by source (a digest); sources that have done neither are not in it. */
  sources: z.record(z.string(), z.object({ codeTries: z.int(), emails: z.int() })).default({}),
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

const none = { codeTries: 0, emails: 0 };

/** No code is right any more, from wherever it comes. */
const isVoid = ({ used, codeTries }: PasswordReset): boolean => used || codeTries >= codeTriesByName;

/** May this source have another email sent? Once a name has all of its emails, the last one's code holds everywhere. */
function mayAsk(before: PasswordReset, source: string): boolean {
  const { codeTries, emails } = before.sources[source] ?? none;
  const mayHere = emails < emailsAllowed || codeTries >= codeTriesAllowed;
  return isVoid(before) || (before.emails < emailsByName && mayHere);
}

/**
 * A new code replaces the one before. Undefined when this source, or everybody, had emails sent often enough: the last
 * email's code stays good and nothing more is sent.
 */
export function askForCode(
  before: PasswordReset | undefined,
  asked: { name: string; userId: string | null } & ResetSecrets,
  { source, now }: { source: string; now: Date },
): PasswordReset | undefined {
  const alive = isAlive(before, now) ? before : undefined;
  if (alive && !mayAsk(alive, source)) return undefined;
  const sources = Object.entries(alive?.sources ?? {}).map(([name, { emails }]) => [
    name,
    { codeTries: 0, emails },
  ]);
  const emails = (alive?.sources[source]?.emails ?? 0) + 1;
  return {
    ...asked,
    codeTries: 0,
    emails: (alive?.emails ?? 0) + 1,
    sources: {
      ...(Object.fromEntries(sources) as PasswordReset['sources']),
      [source]: { codeTries: 0, emails },
    },
    used: false,
    expiresAt: seconds(now) + codeGoodFor / 1000,
    version: before?.version ?? 0,
  };
}

/** Counts a try of a code before it is compared; undefined when no code from this source can be right any more. */
export function countCodeTry(
  request: PasswordReset | undefined,
  { source, now }: { source: string; now: Date },
): PasswordReset | undefined {
  if (!isAlive(request, now) || isVoid(request)) return undefined;
  const here = request.sources[source] ?? none;
  const hasAllEmails = request.emails >= emailsByName;
  if (here.codeTries >= codeTriesAllowed && !hasAllEmails) return undefined;
  // once a name has all of its emails, sources no longer matter and are not collected
  const sources = hasAllEmails
    ? request.sources
    : { ...request.sources, [source]: { ...here, codeTries: here.codeTries + 1 } };
  return { ...request, codeTries: request.codeTries + 1, sources };
}

/** A code as people type it: case, blanks and dashes do not matter, and neither does O for 0 or I for 1. */
export const readCode = (typed: string): string =>
  typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');

/** A code as the email shows it: 'K7QF-2M9X-0R4T'. */
export const writeCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code;
