import { Refusal } from '../../shared/refusal.ts';
import { passkeyRefused, type PasskeySignature, type StoredPasskey } from '../../shared/users/passkeys.ts';
import { tokenTime } from '../platform/clock.ts';
import { digestOf, sameDigest } from '../platform/digest.ts';
import { verifyPasskey } from '../platform/passkeys.ts';
import { startCodeAttempt } from './sign-in-store.ts';
import type { User } from './user.ts';

export const refusedPasskey = () => new Refusal('invalid', passkeyRefused, 'passkey');

/** Returns a check of the challenge that was stored for this session and action. */
export function challengeOf(
  { passkeyChallenge }: User,
  session: string,
  action: string,
): (challenge: string) => boolean {
  return (challenge) =>
    passkeyChallenge?.session === session &&
    passkeyChallenge.action === digestOf(action) &&
    passkeyChallenge.expiresAt > tokenTime() &&
    sameDigest(passkeyChallenge.hash, digestOf(challenge));
}

/**
 * Throws unless one of the user's passkeys signed the challenge after the device verified the user. Attempts count with
 * those of codes.
 *
 * @returns the passkeys with the use recorded
 */
export async function checkPasskey(
  user: User,
  signature: PasskeySignature,
  isChallenge: (challenge: string) => boolean,
  now: Date,
): Promise<StoredPasskey[]> {
  await startCodeAttempt(user.id, now);
  const passkeys = user.passkeys ?? [];
  const used = passkeys.find(({ id }) => id === signature.id);
  const counter = used && (await verifyPasskey(signature, used, isChallenge));
  if (counter === undefined) throw refusedPasskey();
  const usedAt = now.toISOString();
  return passkeys.map((passkey) => (passkey === used ? { ...used, counter, usedAt } : passkey));
}
