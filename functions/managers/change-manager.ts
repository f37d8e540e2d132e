import { Refusal } from '../../shared/refusal.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import { hasSignIn } from '../users/store.ts';
import type { User } from '../users/user.ts';
import { newLink, sendLink, tokenOf } from '../users/emailed-link.ts';
import { confirmEmailEmail } from './manager-emails.ts';
import { managerChange, managerVersionOf } from './store.ts';

type Names = Pick<User, 'firstName' | 'lastName' | 'email'>;

/** Saves the names and emails a link to a new email address; the email changes when the link is opened. */
export async function changeManager(
  before: User,
  { firstName, lastName, email }: Names,
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
        before: { manager: before.id, firstName: before.firstName, lastName: before.lastName },
        after: { firstName, lastName, ...(isMailed && { newEmail: email }) },
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
