import { maskedEmail } from '../../shared/enrollment/invitation.ts';
import { managers } from '../../shared/managers/contract.ts';
import { loadPartner } from '../partners/store.ts';
import { handle } from '../platform/handle.ts';
import { openLink } from './emailed-link.ts';

export const handler = handle(managers.invitation, async ({ params, now }) => {
  const { user } = await openLink(params.token, 'manager invitation', now);
  const partner = await loadPartner(user.partnerId ?? '');
  return { firstName: user.firstName, partnerName: partner.name, email: maskedEmail(user.email) };
});
