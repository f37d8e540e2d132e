import { digestOf } from '../platform/digest.ts';
import type { Voucher } from '../../shared/vouchers/voucher.ts';
import { keyedDigest, keyedDigests } from '../platform/keyed-digest.ts';

/** What the table keeps of a token: its SHA-256, base64url. The token itself is only in the email. */
export const voucherTokenHash = (token: string): string => digestOf(token);

/**
 * The token of a voucher's link: 256 bits, another one for each address that it was sent to. Made, not drawn: an email
 * that is repeated after a crash has the same link.
 */
export const voucherToken = (voucherId: string, linkNumber: number): Promise<string> =>
  keyedDigest(linkText(voucherId, linkNumber));

const linkText = (voucherId: string, linkNumber: number): string => `voucher/${voucherId}/${linkNumber}`;

/** The token of a voucher's link as it is stored, under whichever version of the key it was made. */
export async function storedToken({ id, linkNumber, tokenHash }: Voucher): Promise<string> {
  const tokens = await keyedDigests(linkText(id, linkNumber));
  const found = tokens.find((token) => voucherTokenHash(token) === tokenHash);
  if (!found) throw new Error(`the link of voucher ${id} was made with no known key`);
  return found;
}
