import { partners } from '../../../shared/contracts/partners.ts';
import { directFromBankAccount, newPartnerId, type Partner } from '../../../shared/partners/partner.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { handle } from '../../handle.ts';
import { loadPartner, nextPartnerId, savePartner } from '../store.ts';
import { testFlagGuard } from '../test-partner-store.ts';

export const handler = handle(partners.save, async ({ body, caller, now }) => {
  const before = body.id === newPartnerId ? null : await loadPartner(body.id);
  if (before && body.version !== undefined && body.version !== before.version)
    throw new Refusal('conflict', 'Someone else changed this partner. Reload and try again.');
  const after: Partner = {
    ...body,
    id: before?.id ?? (await nextPartnerId()),
    address2: body.address2 ?? '',
    website: body.website ?? '',
    notes: body.notes ?? '',
    // programs of a partner are never removed (spec 2 §4)
    programTypes: [...new Set([...(before?.programTypes ?? []), ...body.programTypes])],
    partnerBillingTypeId: before?.partnerBillingTypeId ?? directFromBankAccount,
    payeeToken: before?.payeeToken ?? null,
    isTest: body.isTest ?? before?.isTest ?? false,
    version: before?.version ?? 0,
  };
  await savePartner(before, after, caller.userId, now, testFlagGuard(before, after));
  return {
    success: true,
    message: before ? `${after.name} was saved.` : `${after.name} was added.`,
    data: { ...after, version: after.version + 1 },
  };
});
