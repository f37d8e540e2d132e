import { linkEmail, type Email } from '../platform/email.ts';
import type { User } from './user.ts';

export const invitationAddress = (token: string): string =>
  `${process.env.SITE_ADDRESS ?? ''}/userinvitation/${token}`;

/** Returns the email to choose a new password after the loss of the pool. */
export const newPasswordEmail = (
  { id, email, firstName }: Pick<User, 'id' | 'email' | 'firstName'>,
  token: string,
): Email => ({
  ...linkEmail(
    email,
    'Choose a new password for Wellport',
    [
      `Hello ${firstName},`,
      'We had to set up logging in again. Your account and everything in it are as they were, but your old password no longer works.',
      'Choose a new password to log in with this email address. If you used an authenticator app, set it up again under Account, Security.',
      'This link is only for you and expires in 7 days. After that, select "Forgot password?" on the log in form.',
    ],
    { title: 'Choose a new password', address: invitationAddress(token) },
  ),
  tags: { user: id },
});

/**
 * Returns the email to choose a first password.
 *
 * @param roleLabel the role as it appears in the sentence: "an administrator of Wellport"
 */
export const invitationEmail = (
  { id, email, firstName }: Pick<User, 'id' | 'email' | 'firstName'>,
  { subject, roleLabel }: { subject: string; roleLabel: string },
  token: string,
): Email => ({
  ...linkEmail(
    email,
    subject,
    [
      `Hello ${firstName},`,
      `You were added as ${roleLabel}. Choose a password to log in with this email address.`,
      'This link is only for you and expires in 7 days.',
    ],
    { title: 'Choose a password', address: invitationAddress(token) },
  ),
  tags: { user: id },
});
