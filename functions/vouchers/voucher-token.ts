import { digestOf } from '../platform/digest.ts';
import { keyedDigest } from '../platform/keyed-digest.ts';

/** What the table keeps of a token: its SHA-256, base64url. The token itself is only in the email. */
export const voucherTokenHash = (token: string): string => digestOf(token);

/**
 * The token of a voucher's link: 256 bits, another one for each address that it was sent to. Made, not drawn: an email
 * that is repeated after a crash has the same link.
 */
export const voucherToken = (voucherId: string, linkNumber: number): Promise<string> =>
  keyedDigest(`voucher/${voucherId}/${linkNumber}`);
