import { createHmac } from 'node:crypto';
import { keyVersions } from './key-versions.ts';

/** Returns a text's HMAC-SHA-256, base64url. */
export const hmac = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

/** Returns a text's digests under every version of the invitation key, the current one first. */
export const keyedDigests = async (text: string): Promise<string[]> =>
  (await keyVersions('invitationKey')).map(({ key }) => hmac(key, text));

/** Returns a text's digest under the current invitation key. */
export const keyedDigest = async (text: string): Promise<string> => (await keyedDigests(text))[0] ?? '';
