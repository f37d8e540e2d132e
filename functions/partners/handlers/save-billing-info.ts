import { partners } from '../../../shared/contracts/partners.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { handle } from '../../handle.ts';
import { auditWrite } from '../../table/audit.ts';
import { partnerAccountChange } from '../partner-account.ts';
import { saveAccount } from '../save-account.ts';
import { loadPartner, partnerChange } from '../store.ts';

export const handler = handle(partners.saveBillingInfo, async ({ params, body, caller, now, newId }) => {
  const partner = await loadPartner(params.partnerId);
  if (body.version !== undefined && body.version !== partner.version)
    throw new Refusal('conflict', 'Someone else changed this partner. Reload and try again.');
  const { partnerBillingTypeId, bankAccount: input, bankAccountVersion: seenVersion } = body;
  const who = caller.userId;
  const account =
    input && (await partnerAccountChange({ partner, typed: input, seenVersion, who, newId }, now));
  const after = {
    ...partner,
    partnerBillingTypeId,
    payeeToken: account?.payeeToken ?? partner.payeeToken,
  };
  const event = auditWrite(
    {
      name: 'partner billing changed',
      subject: `partner ${partner.id}`,
      who,
      before: { partnerBillingTypeId: partner.partnerBillingTypeId },
      after: { partnerBillingTypeId },
    },
    now,
  );
  const changes = [...(account?.changes ?? []), ...partnerChange(partner, after), event];
  const lastFour = input?.accountNumber.slice(-4) ?? '';
  const usableFrom = account?.usableFrom ?? null;
  const saved = await saveAccount({ partner, changes, lastFour, usableFrom, caller, newId }, now);
  return { success: true, message: usableFrom ? saved : 'The billing information was saved.' };
});
