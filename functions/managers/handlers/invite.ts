import { managers } from '../../../shared/contracts/managers.ts';
import { loadPartner } from '../../partners/store.ts';
import { handle } from '../../handle.ts';
import { addManager } from '../add-manager.ts';
import { newLink, sendLink, tokenOf } from '../../users/emailed-link.ts';
import { emailNewAccess } from '../../users/access-email.ts';
import { invitationEmail } from '../../users/invitation-email.ts';
import { managerOf } from '../store.ts';

export const handler = handle(managers.invite, async ({ body, caller, now }) => {
  const partner = await loadPartner(body.partnerId);
  const { secret, link } = newLink('user invitation', body.email, now);
  const user = await addManager(body, link, caller.userId, now);
  const role = {
    subject: `Manage ${partner.name} on Wellport`,
    roleLabel: `a manager of ${partner.name} on Wellport`,
  };
  await sendLink(invitationEmail(user, role, tokenOf(user.id, secret)));
  const what = `invited ${user.firstName} ${user.lastName} (${user.email}) as a manager`;
  await emailNewAccess(caller, { partnerId: partner.id, what, except: user.email });
  return {
    success: true,
    message: `The invitation was emailed to ${user.email}.`,
    data: await managerOf(user),
  };
});
