import { createHmac } from 'node:crypto';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Decodes base 32 (RFC 4648). */
export function bytesOf(base32: string): Buffer {
  const bits = Array.from(base32, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Returns the code of a key at a time in seconds (RFC 6238, SHA-1). */
export function totp(key: Buffer, seconds: number, digits = 6): string {
  const count = Buffer.alloc(8);
  count.writeBigUInt64BE(BigInt(Math.floor(seconds / 30)));
  const hash = createHmac('sha1', key).update(count).digest();
  const at = (hash.at(-1) ?? 0) & 15;
  const number = (hash.readUInt32BE(at) & 0x7fffffff) % 10 ** digits;
  return String(number).padStart(digits, '0');
}

/**
 * Returns the current or next code. Each code is valid once, and half a minute early, so that a test that needs a second
 * code can use the next one.
 */
export const codeOf = (base32: string, when: 'now' | 'next' = 'now'): string =>
  totp(bytesOf(base32), Date.now() / 1000 + (when === 'next' ? 30 : 0));
