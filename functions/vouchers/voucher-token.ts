import { digestOf } from '../platform/digest.ts';
import { type Voucher, codeLength, codeSymbols } from '../../shared/vouchers/voucher.ts';
import { keyedDigest, keyedDigests } from '../platform/keyed-digest.ts';
import { randomBytes } from '../platform/time-and-chance.ts';

/** Returns the stored form of a token: its SHA-256, base64url. Only the email contains the token. */
export const voucherTokenHash = (token: string): string => digestOf(token);

/**
 * Returns the 256-bit token of a voucher's link, different for each address. It is derived, not random, so that an
 * email repeated after a crash has the same link.
 */
export const voucherToken = (voucherId: string, linkNumber: number): Promise<string> =>
  keyedDigest(linkText(voucherId, linkNumber));

const linkText = (voucherId: string, linkNumber: number): string => `voucher/${voucherId}/${linkNumber}`;

/** Returns the stored form of a voucher's token under the key version that created it. */
export async function storedToken({ id, linkNumber, tokenHash }: Voucher): Promise<string> {
  const tokens = await keyedDigests(linkText(id, linkNumber));
  const token = tokens.find((token) => voucherTokenHash(token) === tokenHash);
  if (!token) throw new Error(`no known key created the link of voucher ${id}`);
  return token;
}

/** Returns a random voucher code. 256 is a multiple of 32, so all symbols are equally likely. */
export const newVoucherCode = (): string =>
  Array.from(randomBytes(codeLength), (byte) => codeSymbols[byte % codeSymbols.length]).join('');
