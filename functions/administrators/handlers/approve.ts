import { checkApproval } from '../../../shared/administrators/administrator.ts';
import { administrators } from '../../../shared/contracts/administrators.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { nameOf } from '../../users/caller.ts';
import { handle } from '../../handle.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { loadUser } from '../../users/store.ts';
import { newLink, sendLink, tokenOf } from '../../users/emailed-link.ts';
import { invitationEmail } from '../../users/invitation-email.ts';
import { administratorRole } from '../add-administrator.ts';
import { notifyOfAdministrators } from '../notify-administrators.ts';
import { confirmingAt, requireConfirmingAdministrator } from '../second-person.ts';
import { administratorChange, loadAdministrator, stillConfirms } from '../store.ts';

export const handler = handle(
  administrators.approve,
  async ({ params: { administratorId }, caller, now }) => {
    const user = await loadAdministrator(administratorId);
    const { awaitsApproval, firstName, lastName, email } = user;
    if (!awaitsApproval)
      throw new Refusal('conflict', 'This invitation was approved already. Reload the page.');
    const inviter = await loadUser(awaitsApproval.invitedBy);
    checkApproval(caller.userId, awaitsApproval, inviter, confirmingAt(now));
    await requireConfirmingAdministrator(caller.userId, now, 'approve invitations');
    const { secret, link } = newLink('user invitation', email, now);
    await transact(
      ...administratorChange(user, {
        ...user,
        disabled: false,
        awaitsApproval: undefined,
        emailedLink: link,
      }),
      stillConfirms(caller.userId),
      auditWrite(
        { name: 'administrator approved', subject: `user ${administratorId}`, who: caller.userId },
        now,
      ),
    );
    await sendLink(invitationEmail(user, administratorRole, tokenOf(user.id, secret)));
    await notifyOfAdministrators(
      'New Wellport administrator approved',
      `${nameOf(caller)} approved the invitation of ${firstName} ${lastName} (${email}).`,
    );
    return { success: true, message: `The invitation was emailed to ${email}.` };
  },
);
