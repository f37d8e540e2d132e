import { sameDigest } from '../platform/digest.ts';
import type { StopLinks } from '../platform/email.ts';
import { keyedDigest, keyedDigests } from '../platform/keyed-digest.ts';
import * as z from 'zod';

// the purpose separates the token from those of invitations
const textOf = (memberId: string): string => `stop visit emails/${memberId}`;

/** Returns the query of the links that stop a membership's emails about visits, and do nothing else. */
async function stopQuery(memberId: string): Promise<string> {
  const token = await keyedDigest(textOf(memberId));
  return new URLSearchParams({ memberGuid: memberId, token }).toString();
}

/** Returns the page that stops the emails, and the address for mail programs (RFC 8058). */
export async function stopLinks(memberId: string): Promise<StopLinks> {
  const site = process.env.SITE_ADDRESS ?? '';
  const query = await stopQuery(memberId);
  return { page: `${site}/stopvisitemails?${query}`, unsubscribe: `${site}/api/visits/emails/stop?${query}` };
}

export const isStopToken = async (memberId: string, token: string): Promise<boolean> =>
  (await keyedDigests(textOf(memberId))).some((digest) => sameDigest(digest, token));

/** An email to a member, as its job stores it; address and name are those at the time of sending. */
export const memberEmail = z.object({
  memberId: z.string(),
  subject: z.string(),
  paragraphs: z.array(z.string()),
  /** The linked page; `path` begins with a slash. */
  link: z.object({ title: z.string(), path: z.string() }),
  /** A PDF of labels and texts that is attached; `at` is an ISO instant. */
  document: z
    .object({
      title: z.string(),
      name: z.string(),
      at: z.string(),
      lines: z.array(z.tuple([z.string(), z.string()])),
    })
    .optional(),
  /** True for emails that the member can stop with a link. */
  isAboutVisits: z.boolean().optional(),
});
export type MemberEmail = z.output<typeof memberEmail>;
