import { partners } from '../../../shared/contracts/partners.ts';
import { showInFull } from '../../bank-accounts/show-in-full.ts';
import { loadAccountAt } from '../../bank-accounts/account-read-store.ts';
import { handle } from '../../handle.ts';
import { accountView, managerAccountView, partnerAccountChange } from '../partner-account.ts';
import { loadPartner, partnerChange } from '../store.ts';
import { accountAt } from '../../../shared/bank-accounts/waiting-account.ts';
import { requireConfirmingAdministrator } from '../../administrators/second-person.ts';
import { decideWaitingAccount } from '../decide-waiting-account.ts';
import { saveAccount } from '../save-account.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { auditWrite } from '../../table/audit.ts';

export const bankAccountDetailsHandler = handle(
  partners.bankAccountDetails,
  async ({ query: { payeeToken, reason }, caller, now }) =>
    showInFull(await loadAccountAt(payeeToken, now), {
      ownerKind: 'partner',
      reason,
      who: caller.userId,
      now,
    }),
);

export const bankingInfoHandler = handle(partners.bankingInfo, async ({ query, caller, now }) => {
  const partner = await loadPartner(query.partnerId);
  const view = await accountView(partner, now);
  return {
    partnerName: partner.name,
    ...(caller.role === 'systemAdmin' ? view : managerAccountView(partner, view)),
  };
});

export const billingInfoHandler = handle(partners.billingInfo, async ({ params, now }) => {
  const partner = await loadPartner(params.partnerId);
  const { partnerBillingTypeId, version } = partner;
  return { partnerBillingTypeId, version, ...(await accountView(partner, now)) };
});

export const releaseBankAccountHandler = handle(
  partners.releaseBankAccount,
  async ({ params, body, caller, now }) => {
    await requireConfirmingAdministrator(caller.userId, now, 'release bank accounts');
    await decideWaitingAccount(
      { ...params, ...body, event: 'partner bank account released', who: caller.userId, now },
      ({ stored, waiting }) => ({
        ...accountAt(stored, new Date(waiting.usableFrom)),
        changedAt: now.toISOString(),
      }),
    );
    return { success: true, message: 'The new bank account is now in use.' };
  },
);

export const saveBankingInfoHandler = handle(
  partners.saveBankingInfo,
  async ({ body, caller, now, newId }) => {
    const partner = await loadPartner(body.partnerId);
    const input = body.bankAccount;
    const { changes, payeeToken, usableFrom } = await partnerAccountChange(
      { partner, typed: input, seenVersion: body.version, who: caller.userId, newId },
      now,
    );
    const all = [
      ...changes,
      ...(partner.payeeToken ? [] : partnerChange(partner, { ...partner, payeeToken })),
    ];
    const lastFour = input.accountNumber.slice(-4);
    const message = await saveAccount({ partner, changes: all, lastFour, usableFrom, caller, newId }, now);
    return { success: true, message };
  },
);

export const saveBillingInfoHandler = handle(
  partners.saveBillingInfo,
  async ({ params, body, caller, now, newId }) => {
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
  },
);

export const withdrawBankAccountHandler = handle(
  partners.withdrawBankAccount,
  async ({ params, body, caller, now }) => {
    await decideWaitingAccount(
      { ...params, ...body, event: 'partner bank account withdrawn', who: caller.userId, now },
      ({ stored }) => ({ ...stored, waiting: null }),
    );
    return { success: true, message: 'The new bank account was discarded. The old one remains.' };
  },
);
