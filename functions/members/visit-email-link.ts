import { sameDigest } from '../platform/digest.ts';
import type { StopLinks } from '../platform/email.ts';
import { keyedDigest, keyedDigests } from '../platform/keyed-digest.ts';

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
