import { emailFailureOf, type EmailFailure } from '../../shared/email-failure.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import { loadUser, userChange } from './store.ts';

/** Marks a user if the current address bounced permanently or reported spam. */
export async function markUserEmail(id: string, failure: EmailFailure): Promise<void> {
  const before = await loadUser(id);
  if (!before) return;
  const after = { ...before, emailProblem: failure };
  if (emailFailureOf(after) === null || emailFailureOf(before) === failure.reason) return;
  await transact(
    ...userChange(before, after),
    auditWrite(
      {
        name: 'user email came back',
        subject: `user ${id}`,
        who: 'email service',
        after: { reason: failure.reason },
      },
      new Date(failure.at),
    ),
  );
}
