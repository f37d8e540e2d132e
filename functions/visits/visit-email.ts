import { dateInChicago } from '../../shared/calendar.ts';
import { visitEmailsOf, type VisitCount } from '../../shared/accounts/visit-emails.ts';
import { emailFailureOf } from '../../shared/email-failure.ts';
import type { Member } from '../../shared/members/member.ts';
import { memberDues } from '../../shared/payments/payment.ts';
import { isClosed } from '../../shared/periods/period.ts';
import { loadMemberPayments } from '../payments/member-payments.ts';
import { loadGroupMembership } from '../group-memberships/store.ts';
import { beginOnce } from '../jobs/begin.ts';

const who = { userId: 'visit emails' };
const link = { title: 'See your visits', path: '/member/profile/usagelog' };

export type RaisedCount = VisitCount & { member: Member };

/** Starts the emails that members selected, each once per membership and month, however often it is called. */
export async function emailAboutVisits(raised: readonly RaisedCount[], now: Date): Promise<void> {
  const today = dateInChicago(now);
  for (const { member, ...count } of raised) {
    const { firstVisit = false, goal = false } = member.visitEmails ?? {};
    if ((!firstVisit && !goal) || emailFailureOf(member) || isClosed(count.periodId, now)) continue;
    const program = await loadGroupMembership(member.partnerId);
    if (!program) continue;
    const { programPaymentTypeId } = program;
    const dues = await loadMemberPayments(member, programPaymentTypeId, [count.periodId], [memberDues]);
    for (const [kind, email] of Object.entries(visitEmailsOf(member, program, { ...count, dues }, today)))
      await beginOnce(
        {
          id: `visit-email-${kind}-${member.id}-${count.periodId}`,
          kind: 'member email',
          input: { ...email, memberId: member.id, link, isAboutVisits: true },
          total: 1,
          message: 'Notifying the member.',
        },
        who,
        now,
      );
  }
}
