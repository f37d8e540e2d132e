import * as z from 'zod';

/** For how long the emails of a source are counted. */
export const siteEmailWindow = 60 * 60_000;

export const tooManySiteEmails =
  'Too many messages came from your network. This one was not sent. Try again in an hour, or call us.';

/** How many emails a source had brought to the desks. */
export const siteEmailCount = z.object({
  /** A digest (functions/platform/source.ts). */
  source: z.string(),
  emails: z.int(),
  /** Counting begins again after this instant, in seconds. */
  expiresAt: z.int(),
  version: z.int(),
});
export type SiteEmailCount = z.output<typeof siteEmailCount>;

/** Counts an email before it is sent; undefined when its source has sent `most` within the hour. */
export function countSiteEmail(
  before: SiteEmailCount | undefined,
  { source, most }: { source: string; most: number },
  now: Date,
): SiteEmailCount | undefined {
  const seconds = Math.floor(now.getTime() / 1000);
  const counts = before !== undefined && before.expiresAt > seconds;
  const emails = counts ? before.emails : 0;
  if (emails >= most) return undefined;
  const expiresAt = counts ? before.expiresAt : seconds + siteEmailWindow / 1000;
  return { source, emails: emails + 1, expiresAt, version: before?.version ?? 0 };
}
