import {
  newCredential,
  type NewCredential,
  passkeySignature,
  type PasskeySignature,
} from '../../shared/users/passkeys.ts';
import { CallError } from '../platform/call-error.ts';

const timeoutMs = 120_000;

interface PasskeyRequest {
  challenge: string;
  domain: string;
  passkeyIds: readonly string[];
}

const unsupported = 'This browser does not support passkeys. Use a current browser or another device.';
const notConfirmed = 'Your device did not confirm the passkey. Nothing was changed. Try again.';

async function ask(request: () => Promise<Credential | null>): Promise<unknown> {
  if (typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON !== 'function')
    throw new CallError({ status: 422, message: unsupported });
  const credential = await request().catch(() => null);
  if (!(credential instanceof PublicKeyCredential))
    throw new CallError({ status: 422, message: notConfirmed });
  return credential.toJSON();
}

const allowed = (passkeyIds: readonly string[]) =>
  passkeyIds.map((id) => ({ id, type: 'public-key' as const }));

/** Lets the device create a passkey after it verified the user. Throws CallError. */
export async function createPasskey(
  { challenge, domain, passkeyIds, userHandle }: PasskeyRequest & { userHandle: string },
  { email, fullName }: { email: string; fullName: string },
): Promise<NewCredential> {
  const options = () =>
    PublicKeyCredential.parseCreationOptionsFromJSON({
      challenge,
      rp: { id: domain, name: 'Wellport' },
      user: { id: userHandle, name: email, displayName: fullName },
      // ES256, EdDSA, RS256
      pubKeyCredParams: [-7, -8, -257].map((alg) => ({ alg, type: 'public-key' as const })),
      excludeCredentials: allowed(passkeyIds),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      timeout: timeoutMs,
    });
  return newCredential.parse(await ask(() => navigator.credentials.create({ publicKey: options() })));
}

/** Lets the device sign a challenge after it verified the user. Throws CallError. */
export async function signWithPasskey({
  challenge,
  domain,
  passkeyIds,
}: PasskeyRequest): Promise<PasskeySignature> {
  const options = () =>
    PublicKeyCredential.parseRequestOptionsFromJSON({
      challenge,
      rpId: domain,
      allowCredentials: allowed(passkeyIds),
      userVerification: 'required',
      timeout: timeoutMs,
    });
  return passkeySignature.parse(await ask(() => navigator.credentials.get({ publicKey: options() })));
}
