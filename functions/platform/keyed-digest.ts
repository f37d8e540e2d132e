import { createHmac } from 'node:crypto';
import { secrets } from './secrets.ts';

/**
 * A text's digest (HMAC-SHA-256, base64url) under one of the portal's secrets: the same for the same text, and nobody
 * without the secret makes it or learns the text from it.
 */
export async function keyedDigest(key: 'fingerprintKey' | 'invitationKey', text: string): Promise<string> {
  const { [key]: secret } = await secrets();
  return createHmac('sha256', Buffer.from(secret, 'base64')).update(text).digest('base64url');
}
