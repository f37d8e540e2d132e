import { isLinkOpen, linkValidityMs, type EmailedLink } from '../../shared/users/emailed-link.ts';
import { invalidLink } from '../../shared/users/link-texts.ts';
import { Refusal } from '../../shared/refusal.ts';
import { digestOf, newToken, sameDigest } from '../platform/digest.ts';
import { AddressRefused, sendEmail, type Email } from '../platform/email.ts';
import { loadUser } from './store.ts';
import type { User } from './user.ts';

/** Creates a link: its secret, which only the email contains, and its stored form. */
export function newLink(
  purpose: EmailedLink['purpose'],
  email: string,
  now: Date,
): { secret: string; link: EmailedLink } {
  const secret = newToken();
  const expiresAt = new Date(now.getTime() + linkValidityMs[purpose]).toISOString();
  return { secret, link: { purpose, tokenHash: digestOf(secret), email, expiresAt } };
}

/** Returns the token at the end of a link's address. */
export const tokenOf = (userId: string, secret: string): string => `${userId}.${secret}`;

/** Returns the user and link of a token; throws the same 'not-found' message for every reason. */
export async function openLink(
  token: string,
  purposes: readonly EmailedLink['purpose'][],
  now: Date,
): Promise<{ user: User; link: EmailedLink }> {
  const [id = '', secret = ''] = token.split('.');
  const user = await loadUser(id);
  const hash = digestOf(secret);
  const link = [user?.emailedLink, user?.revertLink].find(
    (stored) => stored && purposes.includes(stored.purpose) && sameDigest(stored.tokenHash, hash),
  );
  if (!user || user.disabled || !link || !isLinkOpen(link, now)) throw new Refusal('not-found', invalidLink);
  return { user, link };
}

/** Sends a link; throws if the email service rejects the address. */
export async function sendLink(email: Email): Promise<void> {
  try {
    await sendEmail(email);
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    throw new Refusal(
      'invalid',
      'The email service does not accept this address. Enter another one.',
      'email',
    );
  }
}
