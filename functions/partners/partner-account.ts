import type { OptionalBankAccountForm } from '../../shared/bank-accounts/bank-account.ts';
import { directFromBankAccount } from '../../shared/partners/partner.ts';
import type { Partner } from '../../shared/partners/partner.ts';
import { maskedWaiting, savePayeeAccount } from '../bank-accounts/replace-account.ts';
import { loadAccountAt } from '../bank-accounts/account-read-store.ts';
import { maskedAccount } from '../bank-accounts/store.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/write.ts';

/** Returns a partner's account for banking screens. */
export async function accountView({ payeeToken }: Partner, now: Date) {
  const account = payeeToken === null ? undefined : await loadAccountAt(payeeToken, now);
  const waiting = maskedWaiting(account, now);
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
export const managerAccountView = (
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
export async function partnerAccountChange(
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
