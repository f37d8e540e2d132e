import { loadWaiting, maskedWaiting, savePayeeAccount } from '../../bank-accounts/replace-account.ts';
import type { BankAccountRecord } from '../../bank-accounts/account-record.ts';
import { accountChange } from '../../bank-accounts/account-write-store.ts';
import { maskedAccount } from '../../bank-accounts/store.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { loadPartner, partnerChange } from '../store.ts';
import { type Partner, directFromBankAccount } from '../../../shared/partners/partner.ts';
import { beginJob } from '../../jobs/begin.ts';
import type { Caller } from '../../users/caller.ts';
import type { Change } from '../../table/write.ts';
import { notificationEmails } from '../../managers/store.ts';
import type { OptionalBankAccountForm } from '../../../shared/bank-accounts/bank-account.ts';
import { loadAccountAt } from '../../bank-accounts/account-read-store.ts';
import { partners } from '../../../shared/contracts/partners.ts';
import { showInFull } from '../../bank-accounts/full-numbers-store.ts';
import { handle } from '../../handle.ts';
import { needsApproval } from '../../../shared/administrators/administrator.ts';
import { accountAt, releaseByAnother } from '../../../shared/bank-accounts/waiting-account.ts';
import { requireConfirmingAdministrator } from '../../administrators/second-person.ts';
import { listAdministratorUsers } from '../../administrators/store.ts';
import { Refusal } from '../../../shared/refusal.ts';

type Waiting = Awaited<ReturnType<typeof loadWaiting>>;

interface Decision {
  partnerId: string;
  /** Version of the account that the administrator saw. */
  version: number;
  decision: 'released' | 'withdrawn';
  caller: Caller;
  newId: () => string;
  now: Date;
}

/**
 * Releases or discards a pending replacement account, with an audit event, and starts the job that notifies the partner.
 * Throws if none is pending or on conflict.
 */
async function decideWaitingAccount(
  { partnerId, version, decision, caller, newId, now }: Decision,
  after: (waiting: Waiting) => BankAccountRecord,
): Promise<void> {
  const partner = await loadPartner(partnerId);
  const { stored, waiting } = await loadWaiting(partner.payeeToken, version, now);
  const { lastFour, usableFrom } = waiting;
  const event = auditWrite(
    {
      name: `partner bank account ${decision}`,
      subject: `partner ${partner.id}`,
      who: caller.userId,
      after: { lastFour },
    },
    now,
  );
  const changes = [...accountChange(stored, after({ stored, waiting })), event];
  await notifyPartner({ partner, changes, lastFour, usableFrom, decision, caller, newId }, now);
}

interface Saving {
  partner: Partner;
  changes: readonly Change[];
  lastFour: string;
  usableFrom: string | null;
  caller: Caller;
  newId: () => string;
}

/** Makes changes, and starts the job that notifies the partner in the same transaction. */
async function notifyPartner(
  {
    partner,
    changes,
    caller,
    newId,
    ...notice
  }: Omit<Saving, 'usableFrom'> & { usableFrom: string; decision?: Decision['decision'] },
  now: Date,
): Promise<void> {
  await beginJob(
    {
      id: newId(),
      kind: 'replaced bank account',
      input: { partnerId: partner.id, ...notice },
      total: (await notificationEmails(partner)).length,
      message: 'Notifying the partner.',
      partnerId: partner.id,
    },
    caller,
    now,
    changes,
  );
}

/** Saves an account; a pending replacement starts the job that notifies the partner in the same transaction. */
async function saveAccount({ usableFrom, ...saving }: Saving, now: Date): Promise<string> {
  if (usableFrom === null) {
    await transact(...saving.changes);
    return 'The bank account was saved.';
  }
  await notifyPartner({ ...saving, usableFrom }, now);
  return 'The new bank account was saved and is pending. We will notify the partner by email.';
}

/** Returns true if the caller is the only administrator, who can release an account that the caller entered. */
const releasesOwn = async ({ userId }: Pick<Caller, 'userId'>): Promise<boolean> =>
  !needsApproval(await listAdministratorUsers(), userId);

/** Returns a partner's account for banking screens. */
async function accountView({ payeeToken }: Partner, caller: Caller, now: Date) {
  const account = payeeToken === null ? undefined : await loadAccountAt(payeeToken, now);
  const masked = maskedWaiting(account, now);
  const isReleasable =
    caller.role === 'systemAdmin' && (masked?.enteredBy !== caller.userId || (await releasesOwn(caller)));
  const waiting = masked && { ...masked, isReleasable };
  return {
    bankAccount: account ? maskedAccount(account) : null,
    bankAccountRequest: {
      bankAccountEditingAllowed: waiting === null,
      waiting,
      ...(account?.authorizationEnded && { isAuthorizationEnded: true }),
    },
  };
}

/** Returns the account for a manager, without the token and only if fees are withdrawn from it. */
const managerAccountView = (
  { partnerBillingTypeId }: Partner,
  { bankAccount, bankAccountRequest }: Awaited<ReturnType<typeof accountView>>,
) =>
  partnerBillingTypeId === directFromBankAccount
    ? {
        bankAccount: bankAccount && { ...bankAccount, payeeToken: null },
        bankAccountRequest: { ...bankAccountRequest, bankAccountEditingAllowed: false },
      }
    : { bankAccount: null, bankAccountRequest: { bankAccountEditingAllowed: false, waiting: null } };

interface AccountInput {
  partner: Partner;
  typed: OptionalBankAccountForm;
  seenVersion: number | undefined;
  who: string;
  newId: () => string;
}

/** Returns the writes that save a partner's account with its event, token, and first day of use. */
async function partnerAccountChange(
  { partner, typed: input, seenVersion, who, newId }: AccountInput,
  now: Date,
): Promise<{ changes: Change[]; payeeToken: string; usableFrom: string | null }> {
  const payeeToken = partner.payeeToken ?? newId();
  const owner = { ownerKind: 'partner' as const, ownerId: partner.id, payeeName: partner.name };
  const { changes, usableFrom } = await savePayeeAccount(
    { payeeToken, owner, typed: input, seenVersion, who },
    now,
  );
  const event = auditWrite(
    {
      name: usableFrom ? 'partner bank account replaced' : 'partner bank account changed',
      subject: `partner ${partner.id}`,
      who,
      after: {
        lastFour: input.accountNumber.slice(-4),
        bankAccountType: input.bankAccountType,
        ...(usableFrom && { usableFrom }),
        ...(input.isAuthorized && { isAuthorized: true }),
      },
    },
    now,
  );
  return { changes: [...changes, event], payeeToken, usableFrom };
}

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
  const view = await accountView(partner, caller, now);
  return {
    partnerName: partner.name,
    ...(caller.role === 'systemAdmin' ? view : managerAccountView(partner, view)),
  };
});

export const billingInfoHandler = handle(partners.billingInfo, async ({ params, caller, now }) => {
  const partner = await loadPartner(params.partnerId);
  const { partnerBillingTypeId, version } = partner;
  return { partnerBillingTypeId, version, ...(await accountView(partner, caller, now)) };
});

export const releaseBankAccountHandler = handle(
  partners.releaseBankAccount,
  async ({ params, body, caller, now, newId }) => {
    await requireConfirmingAdministrator(caller.userId, now, 'release bank accounts');
    const isAllowed = await releasesOwn(caller);
    await decideWaitingAccount(
      { ...params, ...body, decision: 'released', caller, newId, now },
      ({ stored, waiting }) => {
        if (waiting.enteredBy === caller.userId && !isAllowed) throw new Refusal('invalid', releaseByAnother);
        return { ...accountAt(stored, new Date(waiting.usableFrom)), changedAt: now.toISOString() };
      },
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
  async ({ params, body, caller, now, newId }) => {
    await decideWaitingAccount(
      { ...params, ...body, decision: 'withdrawn', caller, newId, now },
      ({ stored }) => ({ ...stored, waiting: null }),
    );
    return { success: true, message: 'The new bank account was discarded. The old one remains.' };
  },
);
