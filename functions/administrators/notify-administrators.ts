import { linkEmail, sendEmail } from '../platform/email.ts';
import { errorFacts, log } from '../platform/log.ts';
import { listAdministrators } from './store.ts';

interface AdministratorEmail {
  subject: string;
  paragraphs: readonly string[];
  link: { title: string; path: string };
  /** User who caused the email and receives none. */
  except?: string;
}

/** Emails all active administrators about a saved change; failed emails are logged. */
export async function notifyAdministrators(notice: AdministratorEmail): Promise<void> {
  const { subject, paragraphs, link, except } = notice;
  const recipients = (await listAdministrators()).filter(
    ({ status, id }) => status === 'active' && id !== except,
  );
  const address = `${process.env.SITE_ADDRESS ?? ''}${link.path}`;
  for (const { email, firstName } of recipients)
    try {
      await sendEmail(
        linkEmail(email, subject, [`Hello ${firstName},`, ...paragraphs], { title: link.title, address }),
      );
    } catch (error) {
      log('error', 'administrator email not sent', errorFacts(error));
    }
}

/** Emails all active administrators about a change of the administrators. */
export const notifyOfAdministrators = (subject: string, message: string): Promise<void> =>
  notifyAdministrators({
    subject,
    paragraphs: [message, 'If you did not expect this, act now: remove the administrator.'],
    link: { title: 'Review administrators', path: '/administrators' },
  });
