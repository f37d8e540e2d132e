import {
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type VerifiedAuthenticationResponse,
} from '@simplewebauthn/server';
import { passkeyDomain, siteAddress } from './passkey-domain.ts';
import type { NewCredential, PasskeySignature, StoredPasskey } from '../../shared/users/passkeys.ts';

const expected = () => ({
  expectedOrigin: siteAddress().origin,
  expectedRPID: passkeyDomain(),
  requireUserVerification: true,
});

type IsChallenge = (challenge: string) => boolean;

/** Returns the public key of a new credential; undefined if it does not belong to the challenge or the site. */
export async function verifyNewPasskey(
  credential: NewCredential,
  expectedChallenge: IsChallenge,
): Promise<Pick<StoredPasskey, 'id' | 'publicKey' | 'counter'> | undefined> {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge,
      ...expected(),
    });
    if (!verified || !registrationInfo) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter };
  } catch {
    // the library throws for every mismatch
    return undefined;
  }
}

/** Returns the new signature counter; undefined if the signature does not belong to passkey, challenge, and site. */
export async function verifyPasskey(
  signature: PasskeySignature,
  { id, publicKey, counter }: StoredPasskey,
  expectedChallenge: IsChallenge,
): Promise<number | undefined> {
  let result: VerifiedAuthenticationResponse;
  try {
    result = await verifyAuthenticationResponse({
      response: { ...signature, clientExtensionResults: {} },
      credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
      expectedChallenge,
      ...expected(),
    });
  } catch {
    return undefined;
  }
  return result.verified ? result.authenticationInfo.newCounter : undefined;
}
