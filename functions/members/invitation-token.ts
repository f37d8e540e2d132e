import { digestOf } from '../platform/digest.ts';
import { keyedDigest, keyedDigests } from '../platform/keyed-digest.ts';

/** What the table keeps of a token: its SHA-256, base64url. The token itself is only in the email. */
export const tokenHashOf = (token: string): string => digestOf(token);

/**
 * The token of a member's n-th invitation (`attempt` from 1). Made, not drawn: a step that is repeated after a crash
 * sends the same link again instead of a second one.
 */
export const invitationToken = (memberId: string, attempt: number): Promise<string> =>
  keyedDigest(`${memberId}/${attempt}`);

/** The tokens that a member's n-th invitation may have been sent with: one under each version of the key. */
export const sentTokens = (memberId: string, attempt: number): Promise<string[]> =>
  keyedDigests(`${memberId}/${attempt}`);
