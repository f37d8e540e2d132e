import { dateInChicago, showDate } from '../../../shared/calendar.ts';
import { accounts } from '../../../shared/contracts/accounts.ts';
import { memberPays, termsAtSigning } from '../../../shared/enrollment/contract-steps.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { mustLoadGroupMembership } from '../../group-memberships/store.ts';
import { changeAndNotify } from '../../members/change-and-notify.ts';
import { loadMember } from '../../members/store.ts';
import { handle } from '../../handle.ts';
import { auditWrite } from '../../table/audit.ts';
import { authorizationWithdrawnEmail } from '../account-emails.ts';
import { revocationChanges } from '../revoked-authorization.ts';

export const handler = handle(accounts.withdrawAuthorization, async ({ body, caller, now, newId }) => {
  const { memberId } = body;
  const member = await loadMember(memberId);
  const program = await mustLoadGroupMembership(member.partnerId);
  const today = dateInChicago(now);
  if (!memberPays(termsAtSigning(program, today)) || member.withdrawalPayeeToken === null)
    throw new Refusal(
      'invalid',
      'This membership has no withdrawals, so there is no authorization to revoke.',
    );
  const { after, changes: revocation } = await revocationChanges(member, program, {
    who: caller.userId,
    now,
  });
  const endsOn = after.leavingOn ?? today;
  const event = { name: 'member withdrew authorization', subject: `member ${memberId}` } as const;
  const auditEvent = auditWrite(
    { ...event, partnerId: member.partnerId, who: caller.userId, after: { endsOn } },
    now,
  );
  const changes = [...revocation, auditEvent];
  await changeAndNotify(authorizationWithdrawnEmail(memberId, endsOn), changes, { caller, now, newId });
  return {
    success: true,
    message: `Your authorization was revoked. Your membership ends on ${showDate(endsOn)}.`,
    endsOn,
  };
});
