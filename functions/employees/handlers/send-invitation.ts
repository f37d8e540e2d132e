import { dateInChicago } from '../../../shared/calendar.ts';
import { employees } from '../../../shared/contracts/employees.ts';
import { invitedAgain } from '../../../shared/employees/invitation-again.ts';
import { loadMember } from '../../members/store.ts';
import { handle } from '../../handle.ts';
import { transact } from '../../table/transact.ts';
import { sendInvitation } from '../sent-invitation.ts';

export const handler = handle(employees.sendInvitation, async ({ params, caller, now }) => {
  const member = await loadMember(params.memberId);
  caller.requireAccess({ partnerId: member.partnerId });
  const after = invitedAgain(member, dateInChicago(now), now);
  await transact(...(await sendInvitation(member, after, caller.userId, now)));
  return { success: true, message: `The invitation was sent to ${member.email}.` };
});
