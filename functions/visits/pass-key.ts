import { createECDH, createHmac, hkdfSync, type ECDH } from 'node:crypto';
import {
  type AccessPass,
  codeMessage,
  codeOfMac,
  oldCodes,
  passTolerance,
  stepOf,
} from '../../shared/visits/access-pass.ts';
import { keyVersions } from '../platform/key-versions.ts';

/**
 * Derives the server's P-256 keys of a pass, one per version of the invitation key, the current one first, so that no
 * private key is stored.
 */
async function serverKeysOf(number: string): Promise<ECDH[]> {
  return (await keyVersions('invitationKey')).map(({ key: secret }) => {
    const key = createECDH('prime256v1');
    key.setPrivateKey(Buffer.from(hkdfSync('sha256', secret, '', `access-pass/${number}`, 32)));
    return key;
  });
}

async function serverKeyOf(number: string): Promise<ECDH> {
  const [first] = await serverKeysOf(number);
  if (!first) throw new Error('the invitation key is missing');
  return first;
}

/** Returns the public key for the phone, uncompressed, base64url. */
export const serverPublicKey = async (number: string): Promise<string> =>
  (await serverKeyOf(number)).getPublicKey().toString('base64url');

/** Reports whether the key is a point on the curve. */
export async function isPublicKey(publicKey: string): Promise<boolean> {
  try {
    (await serverKeyOf('check')).computeSecret(Buffer.from(publicKey, 'base64url'));
    return true;
  } catch {
    return false;
  }
}

/** Returns the half minute of a pass's code; undefined if it was not valid in the last ten minutes. */
export async function stepOfCode(
  { number, publicKey }: AccessPass,
  code: string,
  now: Date,
): Promise<number | undefined> {
  const keys = await serverKeysOf(number);
  const shared = keys.map((key) => key.computeSecret(Buffer.from(publicKey, 'base64url')));
  const last = stepOf(now) + passTolerance;
  const isCode = (secret: Buffer, step: number) =>
    codeOfMac(createHmac('sha256', secret).update(codeMessage(number, step)).digest()) === code;
  return Array.from({ length: oldCodes + 1 }, (_, back) => last - back).find((step) =>
    shared.some((secret) => isCode(secret, step)),
  );
}
