import { createHmac } from 'node:crypto';
import { keyVersions } from './key-versions.ts';

/** A text's HMAC-SHA-256, base64url. */
export const hmac = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

/**
 * A text's digests under every version of the invitation key, the one in use first: the same for the same text, and nobody
 * without the key makes one or learns the text from it. What was made earlier is one of the others.
 */
export const keyedDigests = async (text: string): Promise<string[]> =>
  (await keyVersions('invitationKey')).map(({ key }) => hmac(key, text));

/** A text's digest under the invitation key in use. */
export const keyedDigest = async (text: string): Promise<string> => (await keyedDigests(text))[0] ?? '';
