import { linkEmail, type Email } from '../platform/email.ts';

const site = (path: string): string => `${process.env.SITE_ADDRESS ?? ''}${path}`;

export const confirmEmailEmail = (firstName: string, newEmail: string, token: string): Email =>
  linkEmail(
    newEmail,
    'Confirm your new Wellport email',
    [
      `Hello ${firstName},`,
      'You requested to log in to Wellport with this email. Open the link within 24 hours to confirm it. You will be logged out everywhere and log in with the new email.',
      'If you did not request this, ignore this email. Nothing will change.',
    ],
    { title: 'Confirm this email', address: site(`/confirmemail/${token}`) },
  );

export const emailChangedEmail = (firstName: string, oldEmail: string, revertToken?: string): Email =>
  linkEmail(
    oldEmail,
    'Your Wellport email was changed',
    [
      `Hello ${firstName},`,
      'You now log in to Wellport with another email address. This one no longer works.',
      revertToken === undefined
        ? 'If this was not you, contact us immediately.'
        : 'If this was not you, open the link within seven days to restore this email. You will be logged out everywhere and choose a new password.',
    ],
    revertToken === undefined
      ? { title: 'Contact us', address: site('/contactus') }
      : { title: 'Restore this email', address: site(`/confirmemail/${revertToken}`) },
  );
