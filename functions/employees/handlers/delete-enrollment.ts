import { dateInChicago, showDate } from '../../../shared/calendar.ts';
import { employees } from '../../../shared/contracts/employees.ts';
import { deleted } from '../../../shared/members/member.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { mustLoadGroupMembership } from '../../group-memberships/store.ts';
import { loadMember } from '../../members/store.ts';
import { handle } from '../../handle.ts';
import { transact } from '../../table/transact.ts';
import { leaveChanges } from '../end-membership.ts';
import { leaverCounted } from '../leaver-count-store.ts';
import { memberAfterEnd } from '../member-after-end.ts';

export const handler = handle(employees.deleteEnrollment, async ({ params, caller, now }) => {
  const member = await loadMember(params.groupMembershipEnrollmentId);
  caller.requireAccess({ partnerId: member.partnerId });
  const program = await mustLoadGroupMembership(member.partnerId);
  if (program.programPaymentTypeId !== params.programPaymentTypeId)
    throw new Refusal('invalid', 'This membership belongs to another kind of program. Reload the page.');
  const today = dateInChicago(now);
  const after = await memberAfterEnd(member, program, today);
  await transact(
    ...(await leaveChanges(member, after, caller.userId, now)),
    ...(await leaverCounted(member, { today, isApproved: caller.role === 'systemAdmin' })),
  );
  return {
    success: true,
    effectiveDate: after.leavingOn ?? '',
    message:
      after.invitationStatus === deleted
        ? 'The membership was deleted.'
        : `The membership ends on ${showDate(after.leavingOn ?? '')}.`,
  };
});
