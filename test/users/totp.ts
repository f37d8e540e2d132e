import { createHmac } from 'node:crypto';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The bytes of a base 32 text (RFC 4648), without the bits that fill up the last one. */
export function bytesOf(base32: string): Buffer {
  const bits = Array.from(base32, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code of a key at a time in seconds, as RFC 6238 says it: SHA-1 over the count of 30 seconds. */
export function totp(key: Buffer, seconds: number, digits = 6): string {
  const count = Buffer.alloc(8);
  count.writeBigUInt64BE(BigInt(Math.floor(seconds / 30)));
  const hash = createHmac('sha1', key).update(count).digest();
  const at = (hash.at(-1) ?? 0) & 15;
  const number = (hash.readUInt32BE(at) & 0x7fffffff) % 10 ** digits;
  return String(number).padStart(digits, '0');
}

/**
 * What an app shows now, or next: codes are good half a minute early, and once, so a test that needs a second one takes
 * the next.
 */
export const codeOf = (base32: string, when: 'now' | 'next' = 'now'): string =>
  totp(bytesOf(base32), Date.now() / 1000 + (when === 'next' ? 30 : 0));
