import { hash, scrypt, timingSafeEqual } from 'node:crypto';
import { randomBytes } from './time-and-chance.ts';

/** Compares two digests in constant time. */
export function sameDigest(left: string, other: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Returns a random token of 256 bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

// Crockford's alphabet without I, L, O, and U
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns a random code for manual entry with five bits per letter. */
export const newCode = (length: number): string =>
  Array.from(randomBytes(length), (byte) => letters[byte % 32]).join('');

/** Cost of scrypt: 128 · N · r bytes of memory. It is stored with the digest, because it may increase. */
interface DigestCost {
  N: number;
  r: number;
  p: number;
}

/** Cost for secrets that are valid for an hour; a PIN's is twice as high (functions/users/pin.ts). */
const shortLived: DigestCost = { N: 2 ** 14, r: 8, p: 1 };

/** Returns the scrypt digest (base64url) of a short secret. */
export const slowDigest = (secret: string, salt: string, { N, r, p } = shortLived): Promise<string> =>
  new Promise((resolve, reject) => {
    scrypt(secret, salt, 32, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key.toString('base64url')),
    );
  });

type Encoding = 'base64url' | 'hex';

const sha256In = (encoding: Encoding, content: string | Uint8Array): string =>
  hash('sha256', content, encoding);

/** Returns a digest for finding content again; not for secrets. */
export const digestOf = (content: string | Uint8Array): string => sha256In('base64url', content);

/** Returns the SHA-256 of text (UTF-8) or bytes as 64 hexadecimal digits. */
export const sha256 = (content: string | Uint8Array): string => sha256In('hex', content);
