import { partners } from '../../../shared/contracts/partners.ts';
import { handle } from '../../handle.ts';
import { accountView } from '../partner-account.ts';
import { loadPartner } from '../store.ts';

export const handler = handle(partners.billingInfo, async ({ params, now }) => {
  const partner = await loadPartner(params.partnerId);
  const { partnerBillingTypeId, version } = partner;
  return { partnerBillingTypeId, version, ...(await accountView(partner, now)) };
});
