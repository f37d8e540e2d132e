import { formatResetCode } from '../../shared/users/password-reset.ts';
import { ownAddress } from '../../shared/users/sign-in.ts';
import type { User } from './user.ts';
import { errorFields, log } from '../platform/log.ts';
import { linkEmail, sendEmail } from '../platform/email.ts';

/**
 * Emails the code and a link with it. A failed email is logged without an error response, which would reveal that the
 * name exists.
 *
 * @param returnUrl page of our site for the code; other addresses are ignored
 */
export async function emailCode(user: User, code: string, returnUrl: string | undefined): Promise<void> {
  const site = process.env.SITE_ADDRESS ?? '';
  const address = new URL(ownAddress(returnUrl, site) ?? '/resetpassword', site);
  address.searchParams.set('userName', user.email);
  // in the fragment, so that no server logs the code
  address.hash = formatResetCode(code);
  try {
    await sendEmail(
      linkEmail(
        user.email,
        'Choose a new Wellport password',
        [
          `Hello ${user.firstName},`,
          'We received a request to reset your password. Use this link within 30 minutes.',
          `If the link does not open, type this code: ${formatResetCode(code)}`,
          'If you did not request this, ignore this email: your password does not change.',
        ],
        { title: 'Choose a new password', address: address.href },
      ),
    );
  } catch (error) {
    log('error', 'password email not sent', errorFields(error));
  }
}
