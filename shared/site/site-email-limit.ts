import * as z from 'zod';
import { recordVersion } from '../ids.ts';

/** In milliseconds. */
export const siteEmailWindow = 60 * 60_000;

export const tooManySiteEmails =
  'Too many messages came from your network, so this one was not sent. Try again in an hour, or call us.';

export const siteEmailCount = z.object({
  /** A digest (functions/platform/source.ts). */
  source: z.string(),
  emails: z.int(),
  /** End of the window, as Unix time in seconds. */
  expiresAt: z.int(),
  version: recordVersion,
});
export type SiteEmailCount = z.output<typeof siteEmailCount>;

/** A limit of a source: a network, or the subject of a form, such as an address. `windowMs` is an hour by default. */
export interface SiteEmailLimit {
  source: string;
  limit: number;
  windowMs?: number;
}

/** Returns the count including this email, or undefined if the source reached its limit within the window. */
export function countSiteEmail(
  before: SiteEmailCount | undefined,
  { source, limit: max, windowMs = siteEmailWindow }: SiteEmailLimit,
  now: Date,
): SiteEmailCount | undefined {
  const seconds = Math.floor(now.getTime() / 1000);
  const counts = before !== undefined && before.expiresAt > seconds;
  const emails = counts ? before.emails : 0;
  if (emails >= max) return undefined;
  const expiresAt = counts ? before.expiresAt : seconds + windowMs / 1000;
  return { source, emails: emails + 1, expiresAt, version: before?.version ?? 0 };
}
