import { createHmac } from 'node:crypto';
import { digestOf } from '../platform/digest.ts';
import { secrets } from '../platform/secrets.ts';

/** What the table keeps of a token: its SHA-256, base64url. The token itself is only in the mail. */
export const tokenHashOf = (token: string): string => digestOf(token);

/**
 * The token of a member's n-th invitation (`attempt` from 1). Made, not drawn: a step that is repeated after a crash
 * sends the same link again instead of a second one.
 */
export async function invitationToken(memberId: string, attempt: number): Promise<string> {
  const { invitationKey } = await secrets();
  return createHmac('sha256', Buffer.from(invitationKey, 'base64'))
    .update(`${memberId}/${attempt}`)
    .digest('base64url');
}
