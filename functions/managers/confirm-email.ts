import { managers } from '../../shared/managers/contract.ts';
import { handle } from '../platform/handle.ts';
import { sendEmail } from '../platform/email.ts';
import { changePoolEmail } from '../platform/user-pool.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import { endSessions } from '../users/end-sessions.ts';
import { openLink } from '../users/emailed-link.ts';
import { poolIdOf } from '../users/user.ts';
import { emailChangedEmail } from './manager-emails.ts';
import { loadManager, managerChange, managerVersionOf } from './store.ts';

// The link remains valid until all steps succeed, so opening it again resumes a failed request.
export const handler = handle(managers.confirmEmail, async ({ params, now }) => {
  const { user, link } = await openLink(params.token, 'new email', now);
  const { email } = link;
  if (user.email !== email)
    await transact(
      ...managerChange(user, {
        ...user,
        email,
        managerVersion: managerVersionOf(user) + 1,
        emailedLink: { ...link, oldEmail: user.email },
      }),
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
    );
  await changePoolEmail(poolIdOf(user), email);
  await sendEmail(emailChangedEmail(user.firstName, link.oldEmail ?? user.email));
  await endSessions(await loadManager(user.id));
  return { success: true, message: 'Your email is confirmed. Log in with the new email.' };
});
