import { digestOf } from '../platform/digest.ts';
import { keyedDigest, keyedDigests } from '../platform/keyed-digest.ts';

/** Returns the stored form of a token: its SHA-256, base64url. Only the email contains the token. */
export const tokenHashOf = (token: string): string => digestOf(token);

/**
 * Returns the token of a member's n-th invitation (`attempt` from 1). It is derived, so that a step repeated after a
 * crash sends the same link.
 */
export const invitationToken = (memberId: string, attempt: number): Promise<string> =>
  keyedDigest(`${memberId}/${attempt}`);

/** Returns the possible tokens of a member's n-th invitation, one per version of the key. */
export const sentTokens = (memberId: string, attempt: number): Promise<string[]> =>
  keyedDigests(`${memberId}/${attempt}`);
