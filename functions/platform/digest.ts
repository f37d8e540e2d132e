import { createHash, scrypt, timingSafeEqual } from 'node:crypto';
import { randomBytes } from './time-and-chance.ts';

/** Are two digests the same? Takes the same time wherever they differ. */
export function sameDigest(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A token nobody guesses: 256 bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

// Crockford's: no I, L, O, U
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A code that people can type: each letter is five bits. */
export const newCode = (length: number): string =>
  Array.from(randomBytes(length), (byte) => letters[byte % 32]).join('');

/** What a slow digest costs: 128 · N · r bytes of memory. Who keeps one keeps its cost, which may rise later. */
interface DigestCost {
  N: number;
  r: number;
  p: number;
}

/** The cost of what is good for an hour; a PIN's is twice as much (functions/users/pin.ts). */
const shortLived: DigestCost = { N: 2 ** 14, r: 8, p: 1 };

/** A slow digest (scrypt, base64url) of a short secret; the same salt and cost give the same text. */
export const slowDigest = (secret: string, salt: string, { N, r, p } = shortLived): Promise<string> =>
  new Promise((resolve, reject) => {
    scrypt(secret, salt, 32, { N, r, p, maxmem: 256 * N * r }, (problem, key) =>
      problem ? reject(problem) : resolve(key.toString('base64url')),
    );
  });

type Encoding = 'base64url' | 'hex';

const sha256In = (encoding: Encoding, content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest(encoding);

/** Finds a text or bytes again without keeping them; only for texts whose secrecy does not rest on it. */
export const digestOf = (content: string | Uint8Array): string => sha256In('base64url', content);

/** SHA-256 of a text (as UTF-8) or of bytes, as 64 hexadecimal digits: where it is shown, or stored as such. */
export const sha256 = (content: string | Uint8Array): string => sha256In('hex', content);
