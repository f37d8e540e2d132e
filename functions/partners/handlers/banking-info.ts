import { partners } from '../../../shared/contracts/partners.ts';
import { handle } from '../../handle.ts';
import { accountView, managerAccountView } from '../partner-account.ts';
import { loadPartner } from '../store.ts';

export const handler = handle(partners.bankingInfo, async ({ query, caller, now }) => {
  const partner = await loadPartner(query.partnerId);
  const view = await accountView(partner, now);
  return {
    partnerName: partner.name,
    ...(caller.role === 'systemAdmin' ? view : managerAccountView(partner, view)),
  };
});
