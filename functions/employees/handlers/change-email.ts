import { employees } from '../../../shared/contracts/employees.ts';
import { withEmail } from '../../../shared/employees/membership-rules.ts';
import { invited } from '../../../shared/members/member.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { loadMember, memberChange, memberConflict } from '../../members/store.ts';
import { handle } from '../../handle.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { revokeInvitation } from '../end-membership.ts';

export const handler = handle(employees.changeEmail, async ({ params, body, caller, now }) => {
  const member = await loadMember(params.memberId);
  caller.requireAccess({ partnerId: member.partnerId });
  if (body.id !== member.id)
    throw new Refusal('invalid', 'The request contains two different members.', 'id');
  if (body.oldEmail !== undefined && body.oldEmail !== member.email) throw memberConflict();
  const after = withEmail(member, body.email);
  await transact(
    ...memberChange(member, after),
    ...(await revokeInvitation(member)),
    auditWrite(
      {
        name: 'member email changed',
        subject: `member ${member.id}`,
        partnerId: member.partnerId,
        who: caller.userId,
        before: { email: member.email },
        after: { email: after.email },
      },
      now,
    ),
  );
  return {
    success: true,
    message:
      member.invitationStatus === invited
        ? 'The email was changed. The old invitation no longer works; invite the member again.'
        : 'The email was changed.',
  };
});
