import type { Endpoint } from '../../shared/endpoint.ts';
import { removalIsRequested } from '../../shared/administrators/administrator.ts';
import { Refusal } from '../../shared/refusal.ts';
import { provenAction, proofHeader, stepUpNeeded, type WireRequest } from '../../shared/users/step-up.ts';
import type { Caller } from './caller.ts';
import { tokenTime } from '../platform/clock.ts';
import { digestOf, sameDigest } from '../platform/digest.ts';

/**
 * Refuses ('step-up') a sensitive action without a recent proof for this action, target, and session: an access token alone is
 * not sufficient. Refuses ('invalid') it while the removal of the administrator is requested.
 */
export function requireProof(
  endpoint: Endpoint,
  { user, session }: Caller,
  headers: Readonly<Record<string, string | undefined>>,
  request: WireRequest,
): void {
  if (!endpoint.stepUp) return;
  if (user?.removal && !endpoint.duringRemoval) throw new Refusal('invalid', removalIsRequested);
  const hash = digestOf(headers[proofHeader] ?? '');
  const action = digestOf(provenAction(endpoint, request));
  const isProven = user?.proofs?.some(
    (proof) =>
      proof.action === action &&
      proof.session === session &&
      proof.expiresAt > tokenTime() &&
      sameDigest(proof.hash, hash),
  );
  if (!isProven) throw new Refusal('step-up', stepUpNeeded);
}
