import { helpAddress, linkEmail, type Email } from '../platform/email.ts';
import type { ManagerAccess } from '../../shared/managers/manager-access.ts';
import { Refusal } from '../../shared/refusal.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import { hasSignIn } from '../users/store.ts';
import { accessOf, type User } from '../users/user.ts';
import { newLink, sendLink, tokenOf } from '../users/emailed-link.ts';
import { emailEach, type UserEmail } from '../administrators/notify-administrators.ts';
import { currentManagers, managerChange, managerVersionOf } from './store.ts';

/** Emails a manager about what `actorId` did with the manager's work, unless that is the same user or no current manager. */
export async function emailOtherManager(
  partnerId: string,
  managerId: string | null,
  actorId: string,
  email: UserEmail,
): Promise<void> {
  const managers = managerId === actorId ? [] : await currentManagers(partnerId);
  await emailEach(
    managers.filter(({ id }) => id === managerId),
    () => email,
  );
}

const site = (path: string): string => `${process.env.SITE_ADDRESS ?? ''}${path}`;

const confirmEmailEmail = (firstName: string, newEmail: string, token: string): Email =>
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
        : 'If this was not you, open the link within seven days to restore this email. You will be logged out everywhere. If you log in with a password, choose a new one.',
    ],
    revertToken === undefined
      ? { title: 'Contact us', address: helpAddress() }
      : { title: 'Restore this email', address: site(`/confirmemail/${revertToken}`) },
  );

type Changed = Pick<User, 'firstName' | 'lastName' | 'email'> & { access?: ManagerAccess | undefined };

/** Saves the names and the access, and emails a link to a new email address; the email changes when the link is opened. */
export async function changeManager(
  before: User,
  { firstName, lastName, email, access = before.managerAccess }: Changed,
  who: string,
  now: Date,
): Promise<{ user: User; isMailed: boolean }> {
  const isMailed = email.toLowerCase() !== before.email.toLowerCase();
  if (isMailed) await requireFreeAddress(before, email);
  const { secret, link } = newLink('new email', email, now);
  const after: User = {
    ...before,
    firstName,
    lastName,
    managerAccess: access,
    managerVersion: managerVersionOf(before) + 1,
    ...(isMailed && { emailedLink: link }),
  };
  await transact(
    ...managerChange(before, after),
    auditWrite(
      {
        name: isMailed ? 'manager email asked to change' : 'manager changed',
        subject: `partner ${before.partnerId}`,
        who,
        before: {
          manager: before.id,
          firstName: before.firstName,
          lastName: before.lastName,
          access: accessOf(before),
        },
        after: { firstName, lastName, access: accessOf(after), ...(isMailed && { newEmail: email }) },
      },
      now,
    ),
  );
  if (isMailed) await sendLink(confirmEmailEmail(firstName, email, tokenOf(before.id, secret)));
  return { user: after, isMailed };
}

async function requireFreeAddress({ awaitsPassword }: User, email: string): Promise<void> {
  if (awaitsPassword)
    throw new Refusal(
      'invalid',
      'This manager has no password yet. Delete the manager, then add the new email.',
      'email',
    );
  if (await hasSignIn(email))
    throw new Refusal(
      'conflict',
      'Email must be unique. Another user already logs in with this email.',
      'email',
    );
}
