import type { BillingInfo, MemberBankAccount, OperationTypeId } from '../../shared/accounts/bank-details.ts';
import type { Member } from '../../shared/members/member.ts';
import { revokedAtOf } from '../../shared/bank-files/debit-authorization.ts';
import { operationTypes } from '../../shared/programs.ts';
import { loadBankAccounts } from '../bank-accounts/account-read-store.ts';
import type { BankAccountRecord } from '../bank-accounts/account-record.ts';
import { maskedAccount } from '../bank-accounts/store.ts';

interface MaskedAccounts {
  withdrawalFromBankAccount: MemberBankAccount | null;
  depositToBankAccount: MemberBankAccount | null;
}

/** Loads the accounts of members in one round trip. A missing account has a null token. */
async function loadAccounts(
  members: readonly Member[],
): Promise<(token: string | null) => BankAccountRecord | undefined> {
  const tokens = members.flatMap(({ withdrawalPayeeToken, depositPayeeToken }) =>
    [withdrawalPayeeToken, depositPayeeToken].filter((token) => token !== null),
  );
  const accounts = new Map(
    (await loadBankAccounts(tokens)).map((bankAccount) => [bankAccount.payeeToken, bankAccount]),
  );
  return (token) => (token === null ? undefined : accounts.get(token));
}

const maskedAccounts = (
  withdrawal: BankAccountRecord | undefined,
  deposit: BankAccountRecord | undefined,
): MaskedAccounts => ({
  withdrawalFromBankAccount: withdrawal ? maskedRow(withdrawal, operationTypes.debit) : null,
  depositToBankAccount: deposit ? maskedRow(deposit, operationTypes.credit) : null,
});

export async function loadMaskedAccounts(
  members: readonly Member[],
): Promise<(member: Member) => MaskedAccounts> {
  const accountOf = await loadAccounts(members);
  return (member) =>
    maskedAccounts(accountOf(member.withdrawalPayeeToken), accountOf(member.depositPayeeToken));
}

/** Loads the masked accounts of members and whether the deposit account must be replaced too. */
export async function loadBillingAccounts(members: readonly Member[]) {
  const accountOf = await loadAccounts(members);
  return (member: Member) => {
    const withdrawal = accountOf(member.withdrawalPayeeToken);
    const deposit = accountOf(member.depositPayeeToken);
    const isSameAccount = withdrawal !== undefined && withdrawal.fingerprint === deposit?.fingerprint;
    return {
      ...maskedAccounts(withdrawal, deposit),
      withdrawalAccount: withdrawal,
      isDepositAccountRefused: Boolean(deposit?.held),
      withdrawalStop: withdrawalStopOf(withdrawal),
      isSameAccount,
    };
  };
}

function withdrawalStopOf(withdrawal: BankAccountRecord | undefined): BillingInfo['withdrawalStop'] {
  if (withdrawal?.held) return 'refused';
  if (!withdrawal?.authorizationEnded) return null;
  return revokedAtOf(withdrawal.authorizationEnded) ? 'revoked' : 'unauthorized';
}

function maskedRow(account: BankAccountRecord, operationTypeId: OperationTypeId): MemberBankAccount {
  const { payeeToken: _, ...rest } = maskedAccount(account);
  return { ...rest, operationTypeId };
}
