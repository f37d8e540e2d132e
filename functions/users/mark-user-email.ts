import { emailProblemOf, type EmailProblem } from '../../shared/email-problem.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import { loadUser, userChange } from './store.ts';

/** Marks a user if the current address bounced permanently or reported spam. */
export async function markUserEmail(id: string, emailProblem: EmailProblem): Promise<void> {
  const before = await loadUser(id);
  if (!before) return;
  const after = { ...before, emailProblem };
  if (emailProblemOf(after) === null || emailProblemOf(before) === emailProblem.reason) return;
  await transact(
    ...userChange(before, after),
    auditWrite(
      {
        name: 'user email came back',
        subject: `user ${id}`,
        who: 'email service',
        after: { reason: emailProblem.reason },
      },
      new Date(emailProblem.at),
    ),
  );
}
