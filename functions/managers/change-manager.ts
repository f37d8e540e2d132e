import type { ManagerAccess } from '../../shared/managers/manager-access.ts';
import { Refusal } from '../../shared/refusal.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import { hasSignIn } from '../users/store.ts';
import { accessOf, type User } from '../users/user.ts';
import { newLink, sendLink, tokenOf } from '../users/emailed-link.ts';
import { confirmEmailEmail } from './manager-emails.ts';
import { managerChange, managerVersionOf } from './store.ts';

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
