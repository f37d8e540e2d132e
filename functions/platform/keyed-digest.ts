import { createHmac } from 'node:crypto';
import { keyVersions } from './key-versions.ts';

/** A text's HMAC-SHA-256, base64url. */
export const hmac = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

/**
 * A text's digest under one version of the invitation key, else the one in use: the same for the same text, and nobody
 * without the key makes it or learns the text from it.
 */
export async function keyedDigest(text: string, version?: number): Promise<string> {
  const known = await keyVersions('invitationKey', version);
  const found = known.find((one) => one.version === (version ?? known[0]?.version));
  if (!found) throw new Error('the invitation key is missing');
  return hmac(found.key, text);
}
