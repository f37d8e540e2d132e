import { partners } from '../../shared/partners/contract.ts';
import { handle } from '../platform/handle.ts';
import { shownAccount } from './partner-account.ts';
import { loadPartner } from './store.ts';

export const handler = handle(partners.bankingInfo, async ({ query, now }) => {
  const partner = await loadPartner(query.partnerId);
  return { partnerName: partner.name, ...(await shownAccount(partner, now)) };
});
