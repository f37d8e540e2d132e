import { createHmac } from 'node:crypto';
import { digestOf } from '../platform/digest.ts';
import { secrets } from '../platform/secrets.ts';

/** What the table keeps of a token: its SHA-256, base64url. The token itself is only in the email. */
export const voucherTokenHash = (token: string): string => digestOf(token);

/**
 * The token of a voucher's link: 256 bits, another one for each address that it was sent to. Made, not drawn: an email
 * that is repeated after a crash has the same link.
 */
export async function voucherToken(voucherId: string, linkNumber: number): Promise<string> {
  const { invitationKey } = await secrets();
  return createHmac('sha256', Buffer.from(invitationKey, 'base64'))
    .update(`voucher/${voucherId}/${linkNumber}`)
    .digest('base64url');
}
