import { managers } from '../../shared/managers/contract.ts';
import { loadPartner } from '../partners/store.ts';
import { handle } from '../platform/handle.ts';
import { addManager } from './add-manager.ts';
import { newLink, sendLink, tokenOf } from './emailed-link.ts';
import { managerInvitationEmail } from './manager-emails.ts';
import { managerOf } from './store.ts';

export const handler = handle(managers.invite, async ({ body, caller, now }) => {
  const partner = await loadPartner(body.partnerId);
  const { secret, link } = newLink('manager invitation', body.email, now);
  const user = await addManager(body, link, caller.userId, now);
  await sendLink(managerInvitationEmail(user, partner.name, tokenOf(user.id, secret)));
  return { success: true, message: `The invitation was emailed to ${user.email}.`, data: managerOf(user) };
});
