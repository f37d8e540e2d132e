import { Refusal } from '../../shared/refusal.ts';
import type { EmailedLink } from '../../shared/users/emailed-link.ts';
import { newToken } from '../platform/digest.ts';
import { AddressRefused, sendEmail } from '../platform/email.ts';
import { changePoolEmail, setPassword } from '../platform/user-pool.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import { endSessions, sessionsEnded } from '../users/end-sessions.ts';
import { hasSignIn } from '../users/store.ts';
import { poolIdOf, type User } from '../users/user.ts';
import { emailChangedEmail } from './manager-emails.ts';
import { loadManager, managerVersionOf } from './store.ts';

/**
 * Restores the email before the change that created the link, and before all later changes, and invalidates the
 * password, which an intruder may know. Throws 'conflict' if another user has the email. The link remains valid until
 * all steps succeed.
 *
 * @returns the message for the user
 */
export async function revertEmail(user: User, link: EmailedLink, now: Date): Promise<string> {
  const { email } = link;
  const isStored = user.email === email;
  const replacedEmail = isStored ? link.oldEmail : user.email;
  if (!isStored) {
    if (await hasSignIn(email))
      throw new Refusal(
        'conflict',
        'Another user now logs in with your earlier email. Nothing was changed. Contact us.',
      );
    await transact(
      ...sessionsEnded(user, undefined, {
        email,
        managerVersion: managerVersionOf(user) + 1,
        revertLink: { ...link, oldEmail: replacedEmail },
      }),
      auditWrite(
        {
          name: 'manager email reverted',
          subject: `partner ${user.partnerId}`,
          who: user.id,
          before: { manager: user.id, email: user.email },
          after: { email },
        },
        now,
      ),
    );
  }
  // the password first, so that an intruder cannot log in if the next step fails; the pool requires a digit
  await setPassword(poolIdOf(user), `${newToken()}0`);
  await changePoolEmail(poolIdOf(user), email);
  try {
    if (replacedEmail) await sendEmail(emailChangedEmail(user.firstName, replacedEmail));
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
  }
  await endSessions(await loadManager(user.id), { revertLink: undefined });
  return 'Your earlier email is restored. Select "Forgot password?" to choose a new password.';
}
