import { needsApproval } from '../../../shared/administrators/administrator.ts';
import { administrators } from '../../../shared/contracts/administrators.ts';
import { nameOf } from '../../users/caller.ts';
import { handle } from '../../handle.ts';
import { sendLink } from '../../users/emailed-link.ts';
import { invitationEmail } from '../../users/invitation-email.ts';
import { creatorNames, listedUserOf } from '../../users/user-list-store.ts';
import { addAdministrator, administratorRole } from '../add-administrator.ts';
import { notifyOfAdministrators } from '../notify-administrators.ts';
import { requireConfirmingAdministrator } from '../second-person.ts';
import { listAdministratorUsers } from '../store.ts';

export const handler = handle(administrators.invite, async ({ body, caller, now }) => {
  await requireConfirmingAdministrator(caller.userId, now, 'invite administrators');
  const isApproved = !needsApproval(await listAdministratorUsers(), caller.userId);
  const { user, token } = await addAdministrator(body, caller.userId, now, isApproved);
  if (token) await sendLink(invitationEmail(user, administratorRole, token));
  await notifyOfAdministrators(
    token ? 'New Wellport administrator' : 'New Wellport administrator: approval required',
    `${nameOf(caller)} invited ${user.firstName} ${user.lastName} (${user.email}) as an administrator.${token ? '' : ' The invitation is sent after another administrator approves it.'}`,
  );
  return {
    success: true,
    message: token
      ? `The invitation was emailed to ${user.email}.`
      : `The invitation is emailed to ${user.email} after another administrator approves it.`,
    data: listedUserOf(user, await creatorNames(user)),
  };
});
