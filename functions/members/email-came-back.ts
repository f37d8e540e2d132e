import { emailFailureOf, type EmailFailure } from '../../shared/email-failure.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import { findMember, memberChange } from './store.ts';

/** Marks a member after a permanent bounce or a complaint from the current address. */
export async function memberEmailCameBack(id: string, failure: EmailFailure): Promise<void> {
  const before = await findMember(id);
  if (!before) return;
  const after = { ...before, emailProblem: failure };
  if (emailFailureOf(after) === null || emailFailureOf(before) === failure.reason) return;
  await transact(
    ...memberChange(before, after),
    auditWrite(
      {
        name: 'member email came back',
        subject: `member ${id}`,
        partnerId: before.partnerId,
        who: 'email service',
        after: { reason: failure.reason },
      },
      new Date(failure.at),
    ),
  );
}
