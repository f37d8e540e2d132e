import { emailProblemOf, type EmailProblem } from '../../shared/email-problem.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import { findMember, memberChange } from './store.ts';

/** Marks a member after a permanent bounce or a complaint from the current address. */
export async function memberEmailCameBack(id: string, emailProblem: EmailProblem): Promise<void> {
  const before = await findMember(id);
  if (!before) return;
  const after = { ...before, emailProblem };
  if (emailProblemOf(after) === null || emailProblemOf(before) === emailProblem.reason) return;
  await transact(
    ...memberChange(before, after),
    auditWrite(
      {
        name: 'member email came back',
        subject: `member ${id}`,
        partnerId: before.partnerId,
        who: 'email service',
        after: { reason: emailProblem.reason },
      },
      new Date(emailProblem.at),
    ),
  );
}
