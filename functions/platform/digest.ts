import { createHash, scrypt, timingSafeEqual } from 'node:crypto';
import { randomBytes } from './time-and-chance.ts';

/** A digest that finds a text again without keeping it; only for texts whose secrecy does not rest on it. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

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

/** A slow digest of a short secret; the same salt gives the same text. */
export const slowDigest = (secret: string, salt: string): Promise<string> =>
  new Promise((resolve, reject) => {
    scrypt(secret, salt, 32, { N: 2 ** 14, r: 8, p: 1 }, (problem, key) =>
      problem ? reject(problem) : resolve(key.toString('base64url')),
    );
  });

/** A digest that names bytes by their content. */
export const digestOfBytes = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('base64url');

/** SHA-256 of a text (as UTF-8) or of bytes, as 64 hexadecimal digits: where it is shown, or stored as such. */
export const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');
