import { managers } from '../../../shared/contracts/managers.ts';
import { isLinkOpen, type EmailedLink } from '../../../shared/users/emailed-link.ts';
import { handle } from '../../handle.ts';
import { sendEmail } from '../../platform/email.ts';
import { changePoolEmail } from '../../platform/user-pool.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { endSessions } from '../../users/end-sessions.ts';
import { newLink, openLink, tokenOf } from '../../users/emailed-link.ts';
import { poolIdOf, type User } from '../../users/user.ts';
import { emailChangedEmail } from '../manager-emails.ts';
import { revertEmail } from '../revert-email.ts';
import { loadManager, managerChange, managerVersionOf } from '../store.ts';

// The link remains valid until all steps succeed, so opening it again resumes a failed request.
export const handler = handle(managers.confirmEmail, async ({ params, now }) => {
  const { user, link } = await openLink(params.token, ['new email', 'earlier email'], now);
  const message = await (link.purpose === 'new email' ? confirmEmail : revertEmail)(user, link, now);
  return { success: true, message };
});

/** Stores the new email and sends the old one a notice; a resumed request sends a new link, because only its hash is stored. */
async function confirmEmail(user: User, link: EmailedLink, now: Date): Promise<string> {
  const { email, oldEmail = user.email } = link;
  const isStored = user.email === email;
  const { secret, link: revertLink } = newLink('earlier email', oldEmail, now);
  const open = user.revertLink && isLinkOpen(user.revertLink, now) ? user.revertLink : undefined;
  // while a link is open, only its address receives another: a later address may be an intruder's
  const isRevertible = !open || open.email === oldEmail;
  await transact(
    ...managerChange(user, {
      ...user,
      email,
      managerVersion: managerVersionOf(user) + (isStored ? 0 : 1),
      emailedLink: { ...link, oldEmail },
      revertLink: isRevertible ? revertLink : open,
    }),
    ...(isStored
      ? []
      : [
          auditWrite(
            {
              name: 'manager changed',
              subject: `partner ${user.partnerId}`,
              who: user.id,
              before: { manager: user.id, email: user.email },
              after: { email },
            },
            now,
          ),
        ]),
  );
  await changePoolEmail(poolIdOf(user), email);
  const revertToken = isRevertible ? tokenOf(user.id, secret) : undefined;
  await sendEmail(emailChangedEmail(user.firstName, oldEmail, revertToken));
  await endSessions(await loadManager(user.id));
  return 'Your email is confirmed. Log in with the new email.';
}
