import { dateInChicago } from '../../shared/calendar.ts';
import { employees } from '../../shared/employees/contract.ts';
import { invitedAgain } from '../../shared/employees/invitation-again.ts';
import { lastDayOf } from '../../shared/members/invitation.ts';
import { Refusal } from '../../shared/refusal.ts';
import { invitationChange } from '../members/invitation-store.ts';
import { invitationToken, tokenHashOf } from '../members/invitation-token.ts';
import { loadMember, memberChange } from '../members/store.ts';
import { loadPartner } from '../partners/store.ts';
import { AddressRefused, sendEmail } from '../platform/email.ts';
import { handle } from '../platform/handle.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import { revokeInvitation } from './end-membership.ts';
import { invitationEmail } from './invitation-email.ts';

// The email leaves first and its link works at once after: a call that dies in between is repeated with the same link.
export const handler = handle(employees.sendInvitation, async ({ params, caller, now }) => {
  const member = await loadMember(params.memberId);
  caller.requireAccess({ partnerId: member.partnerId });
  const today = dateInChicago(now);
  const after = invitedAgain(member, today, now);
  const attempt = after.invitationAttempt ?? 1;
  const [token, partner] = await Promise.all([
    invitationToken(member.id, attempt),
    loadPartner(member.partnerId),
  ]);
  await sendEmail(invitationEmail(member, partner.name, token, lastDayOf(today))).catch((error: unknown) => {
    if (!(error instanceof AddressRefused)) throw error;
    throw new Refusal('invalid', 'The email service does not accept this address. Change it first.');
  });
  const { id, partnerId } = member;
  await transact(
    ...memberChange(member, after),
    ...(await revokeInvitation(member)),
    ...invitationChange(null, {
      tokenHash: tokenHashOf(token),
      memberId: id,
      partnerId,
      expiresOn: lastDayOf(today),
      usedAt: null,
      version: 0,
    }),
    auditWrite(
      {
        name: 'member invited',
        subject: `member ${id}`,
        partnerId,
        who: caller.userId,
        after: { attempt, invitedOn: today },
      },
      now,
    ),
  );
  return { success: true, message: `The invitation was sent to ${member.email}.` };
});
