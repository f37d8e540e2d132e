import { partners } from '../../shared/partners/contract.ts';
import { loadBankAccount, maskedAccount } from '../bank-accounts/store.ts';
import { handle } from '../platform/handle.ts';
import { loadPartner } from './store.ts';

export const handler = handle(partners.bankingInfo, async ({ query }) => {
  const partner = await loadPartner(query.partnerId);
  const account = partner.payeeToken ? await loadBankAccount(partner.payeeToken) : undefined;
  return {
    partnerName: partner.name,
    bankAccount: account ? maskedAccount(account) : null,
    bankAccountRequest: { bankAccountEditingAllowed: true },
  };
});
