import { linkEmail, sendEmail } from '../platform/email.ts';
import { errorFacts, log } from '../platform/log.ts';
import { listAdministrators } from './store.ts';

/** Emails all active administrators about a saved change of the administrators; failed emails are logged. */
export async function notifyAdministrators(subject: string, message: string): Promise<void> {
  const recipients = (await listAdministrators()).filter(({ status }) => status === 'active');
  const address = `${process.env.SITE_ADDRESS ?? ''}/administrators`;
  for (const { email, firstName } of recipients)
    try {
      await sendEmail(
        linkEmail(
          email,
          subject,
          [`Hello ${firstName},`, message, 'If you did not expect this, act now: remove the administrator.'],
          { title: 'Review administrators', address },
        ),
      );
    } catch (error) {
      log('error', 'administrator email not sent', errorFacts(error));
    }
}
