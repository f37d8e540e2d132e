import type { Endpoint } from '../../shared/endpoint.ts';
import { Refusal } from '../../shared/refusal.ts';
import { proofHeader, proofSeconds, stepUpNeeded, type StoredProof } from '../../shared/users/step-up.ts';
import type { Caller } from './caller.ts';
import { tokenTime } from '../platform/clock.ts';
import { digestOf, newToken, sameDigest } from '../platform/digest.ts';

/** A new proof of identity: the secret for the browser, and its digest for the user's record. */
export function newProof(): { proof: string; stored: StoredProof } {
  const proof = newToken();
  return { proof, stored: { hash: digestOf(proof), expiresAt: tokenTime() + proofSeconds } };
}

/** Refuses ('step-up') a sensitive action without a recent proof: an access token alone is not sufficient. */
export function requireProof(
  { stepUp }: Endpoint,
  { user }: Caller,
  headers: Readonly<Record<string, string | undefined>>,
): void {
  if (!stepUp) return;
  const proof = headers[proofHeader];
  const stored = user?.proof;
  const isValid = proof && stored && stored.expiresAt > tokenTime();
  if (!isValid || !sameDigest(stored.hash, digestOf(proof))) throw new Refusal('step-up', stepUpNeeded);
}
