import type { VisitEmailChoices } from '../../shared/accounts/visit-emails.ts';
import { auditWrite } from '../table/audit.ts';
import { retryOnConflict } from '../table/retry.ts';
import { transact } from '../table/transact.ts';
import { loadMember, memberChange } from './store.ts';

/** Saves the emails about visits that a membership receives; repeated, and after concurrent changes of the member. */
export const saveVisitEmails = (
  memberId: string,
  choices: VisitEmailChoices,
  who: string,
  now: Date,
): Promise<void> =>
  retryOnConflict(async () => {
    const member = await loadMember(memberId);
    const visitEmails = { ...member.visitEmails, ...choices };
    const event = {
      name: 'member visit emails changed',
      subject: `member ${memberId}`,
      partnerId: member.partnerId,
      who,
      after: choices,
    } as const;
    await transact(...memberChange(member, { ...member, visitEmails }), auditWrite(event, now));
  });
