import type { MemberBankAccount, OperationTypeId } from '../../shared/accounts/bank-details.ts';
import type { Member } from '../../shared/members/member.ts';
import { operationTypes } from '../../shared/programs.ts';
import { loadBankAccounts } from '../bank-accounts/account-read-store.ts';
import type { BankAccountRecord } from '../bank-accounts/account-record.ts';
import { maskedAccount } from '../bank-accounts/store.ts';

interface MaskedAccounts {
  withdrawalFromBankAccount: MemberBankAccount | null;
  depositToBankAccount: MemberBankAccount | null;
}

/** The accounts of members, masked: one round trip for all of them. */
export async function loadMaskedAccounts(
  members: readonly Member[],
): Promise<(member: Member) => MaskedAccounts> {
  const tokens = members.flatMap(({ withdrawalPayeeToken, depositPayeeToken }) =>
    [withdrawalPayeeToken, depositPayeeToken].filter((token) => token !== null),
  );
  const found = new Map((await loadBankAccounts(tokens)).map((one) => [one.payeeToken, one]));
  const masked = (token: string | null, operationTypeId: OperationTypeId): MemberBankAccount | null => {
    const account = token === null ? undefined : found.get(token);
    return account ? shown(account, operationTypeId) : null;
  };
  return (member) => ({
    withdrawalFromBankAccount: masked(member.withdrawalPayeeToken, operationTypes.debit),
    depositToBankAccount: masked(member.depositPayeeToken, operationTypes.credit),
  });
}

function shown(account: BankAccountRecord, operationTypeId: OperationTypeId): MemberBankAccount {
  const { payeeToken: _, ...rest } = maskedAccount(account);
  return { ...rest, operationTypeId };
}
