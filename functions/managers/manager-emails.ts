import { linkEmail, type Email } from '../platform/email.ts';

const site = (path: string): string => `${process.env.SITE_ADDRESS ?? ''}${path}`;

/** Asks whoever reads a new address to confirm it. */
export const confirmEmailEmail = (firstName: string, newEmail: string, token: string): Email =>
  linkEmail(
    newEmail,
    'Confirm your new Wellport email',
    [
      `Hello ${firstName},`,
      'You asked to log in to Wellport with this address. Open the link to confirm it within 24 hours. You are then logged out everywhere and log in with the new address.',
      'If it was not you, do nothing: nothing changes.',
    ],
    { title: 'Confirm this address', address: site(`/confirmemail/${token}`) },
  );

/** Tells the old address that another one took its place. */
export const emailChangedEmail = (firstName: string, oldEmail: string): Email =>
  linkEmail(
    oldEmail,
    'Your Wellport email was changed',
    [
      `Hello ${firstName},`,
      'You now log in to Wellport with another email address. This one no longer works.',
      'If it was not you, tell us at once.',
    ],
    { title: 'Contact us', address: site('/contactus') },
  );
