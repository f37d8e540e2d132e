import { administrators } from '../../../shared/contracts/administrators.ts';
import { nameOf } from '../../users/caller.ts';
import { handle } from '../../handle.ts';
import { sendLink } from '../../users/emailed-link.ts';
import { invitationEmail } from '../../users/invitation-email.ts';
import { listedUserOf } from '../../users/user-list-store.ts';
import { addAdministrator, administratorRole } from '../add-administrator.ts';
import { notifyAdministrators } from '../notify-administrators.ts';

export const handler = handle(administrators.invite, async ({ body, caller, now }) => {
  const { user, token } = await addAdministrator(body, caller.userId, now);
  await sendLink(invitationEmail(user, administratorRole, token));
  await notifyAdministrators(
    'New Wellport administrator',
    `${nameOf(caller)} invited ${user.firstName} ${user.lastName} (${user.email}) as an administrator.`,
  );
  return {
    success: true,
    message: `The invitation was emailed to ${user.email}.`,
    data: listedUserOf(user),
  };
});
