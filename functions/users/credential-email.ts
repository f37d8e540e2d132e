import { linkEmail, sendEmail } from '../platform/email.ts';
import { errorFields, log } from '../platform/log.ts';
import type { User } from './user.ts';

/**
 * Emails a user about a saved change of a credential. A failed email is logged: the change is complete.
 *
 * @param change sentence in the past tense: "Your password was changed."
 */
export async function emailCredentialChange(
  { email, firstName }: Pick<User, 'email' | 'firstName'>,
  change: string,
): Promise<void> {
  const address = `${process.env.SITE_ADDRESS ?? ''}/?login=true`;
  try {
    await sendEmail(
      linkEmail(
        email,
        'Your Wellport login changed',
        [
          `Hello ${firstName},`,
          change,
          'If this was not you, contact us. If you log in with a password, select "Forgot password?" on the log in form to choose a new one.',
        ],
        { title: 'Open Wellport', address },
      ),
    );
  } catch (error) {
    log('error', 'credential email not sent', errorFields(error));
  }
}
