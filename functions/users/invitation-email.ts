import { listAdministrators } from '../administrators/store.ts';
import { facilityManagersToEmail } from '../facilities/manager-store.ts';
import { notificationEmails } from '../managers/store.ts';
import { loadPartner } from '../partners/store.ts';
import { linkEmail, sendEmail, type Email } from '../platform/email.ts';
import { errorFields, log } from '../platform/log.ts';
import { nameOf, type Caller } from './caller.ts';
import type { User } from './user.ts';

/** Users responsible for a partner or facility, and other addresses that receive an email about its access. */
interface Responsible {
  partnerId?: string | undefined;
  facilityId?: string | undefined;
  /** Address of an invited user, who receives another email. */
  except?: string;
  /** Replaced address, which receives the email too. */
  replaced?: string;
  /** Emails the administrators also if none of them did it. */
  withAdministrators?: true;
}

interface AccessChange extends Responsible {
  /** Verb phrase after the caller's name: `created the API client Payroll`. */
  what: string;
  /** True if access ended. */
  isRemoval?: true;
}

/**
 * Emails the users responsible for a partner or facility, and all administrators if an administrator did it, that access
 * was created or ended. The caller is a recipient too, because someone else can use the caller's session.
 */
export const emailAccessChange = (
  caller: Pick<Caller, 'user' | 'role'>,
  { what, isRemoval, ...responsible }: AccessChange,
): Promise<void> =>
  emailResponsible(caller, responsible, isRemoval ? 'Access to Wellport ended' : 'New access to Wellport', [
    `${nameOf(caller)} ${what}.`,
    isRemoval
      ? 'If you did not expect this, log in and review who has access now.'
      : 'If you did not expect this, log in and revoke it now.',
  ]);

/** Emails the users responsible for a partner or facility; a failed email is logged. */
export async function emailResponsible(
  caller: Pick<Caller, 'user' | 'role'>,
  { partnerId, facilityId, except, replaced, withAdministrators }: Responsible,
  subject: string,
  lines: readonly string[],
): Promise<void> {
  const always = [caller.user?.email, replaced].flatMap((email) => email?.toLowerCase() ?? []);
  const recipients = new Set(always);
  if (partnerId !== undefined)
    for (const email of await notificationEmails(await loadPartner(partnerId))) recipients.add(email);
  if (facilityId !== undefined)
    for (const { email } of await facilityManagersToEmail(facilityId)) recipients.add(email.toLowerCase());
  if (caller.role === 'systemAdmin' || withAdministrators)
    for (const { email, status } of await listAdministrators())
      if (status === 'active') recipients.add(email.toLowerCase());
  if (except !== undefined) recipients.delete(except.toLowerCase());
  const address = process.env.SITE_ADDRESS ?? '';
  for (const email of recipients)
    try {
      await sendEmail(linkEmail(email, subject, ['Hello,', ...lines], { title: 'Open Wellport', address }));
    } catch (error) {
      log('error', 'email about access not sent', errorFields(error));
    }
}

export const invitationAddress = (token: string): string =>
  `${process.env.SITE_ADDRESS ?? ''}/userinvitation/${token}`;

/** Returns the email to log in again after the loss of the pool: by a new password, or without a token at the provider. */
export const newPasswordEmail = (
  { id, email, firstName }: Pick<User, 'id' | 'email' | 'firstName'>,
  token: string | undefined,
): Email => {
  const same = 'We had to set up logging in again. Your account and everything in it are as they were';
  const [subject, lines, link] =
    token === undefined
      ? ([
          'Log in to Wellport again',
          [`${same}. Log in with the log-in of your employer, as before.`],
          { title: 'Log in', address: `${process.env.SITE_ADDRESS ?? ''}/?login=true` },
        ] as const)
      : ([
          'Choose a new password for Wellport',
          [
            `${same}, but your old password no longer works.`,
            'Choose a new password to log in with this email address. If you used an authenticator app, set it up again under Account, Security.',
            'This link is only for you and expires in 7 days. After that, select "Forgot password?" on the log in form.',
          ],
          { title: 'Choose a new password', address: invitationAddress(token) },
        ] as const);
  return { ...linkEmail(email, subject, [`Hello ${firstName},`, ...lines], link), tags: { user: id } };
};

/**
 * Returns the email to choose a first password, or to continue at the identity provider of an employer that requires it.
 *
 * @param roleLabel the role as it appears in the sentence: "an administrator of Wellport"
 */
export const invitationEmail = (
  { id, email, firstName }: Pick<User, 'id' | 'email' | 'firstName'>,
  { subject, roleLabel, employer }: { subject: string; roleLabel: string; employer?: string | undefined },
  token: string,
): Email => ({
  ...linkEmail(
    email,
    subject,
    [
      `Hello ${firstName},`,
      `You were added as ${roleLabel}. ${employer === undefined ? 'Choose a password to log in with this email address.' : `You log in with the log-in of ${employer}, without a password for Wellport.`}`,
      'This link is only for you and expires in 7 days.',
    ],
    {
      title: employer === undefined ? 'Choose a password' : `Continue with ${employer}`,
      address: invitationAddress(token),
    },
  ),
  tags: { user: id },
});
