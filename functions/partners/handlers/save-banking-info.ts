import { partners } from '../../../shared/contracts/partners.ts';
import { handle } from '../../handle.ts';
import { partnerAccountChange } from '../partner-account.ts';
import { saveAccount } from '../save-account.ts';
import { loadPartner, partnerChange } from '../store.ts';

export const handler = handle(partners.saveBankingInfo, async ({ body, caller, now, newId }) => {
  const partner = await loadPartner(body.partnerId);
  const input = body.bankAccount;
  const { changes, payeeToken, usableFrom } = await partnerAccountChange(
    { partner, typed: input, seenVersion: body.version, who: caller.userId, newId },
    now,
  );
  const all = [...changes, ...(partner.payeeToken ? [] : partnerChange(partner, { ...partner, payeeToken }))];
  const lastFour = input.accountNumber.slice(-4);
  const message = await saveAccount({ partner, changes: all, lastFour, usableFrom, caller, newId }, now);
  return { success: true, message };
});
