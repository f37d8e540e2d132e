import { linkEmail, type Email } from '../platform/email.ts';
import type { User } from './user.ts';

/** Where an invited user chooses a password. */
export const invitationAddress = (token: string): string =>
  `${process.env.SITE_ADDRESS ?? ''}/userinvitation/${token}`;

/**
 * Invites a user to choose a password.
 *
 * @param place what the user was added to, as the sentence names it: "an administrator of Wellport"
 */
export const invitationEmail = (
  { id, email, firstName }: Pick<User, 'id' | 'email' | 'firstName'>,
  { subject, place }: { subject: string; place: string },
  token: string,
): Email => ({
  ...linkEmail(
    email,
    subject,
    [
      `Hello ${firstName},`,
      `You were added as ${place}. Choose a password to log in with this email address.`,
      'This link is only for you and expires in 7 days.',
    ],
    { title: 'Choose a password', address: invitationAddress(token) },
  ),
  tags: { user: id },
});
