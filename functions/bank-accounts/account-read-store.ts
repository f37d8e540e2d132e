import { accountAt } from '../../shared/bank-accounts/waiting-account.ts';
import { keys } from '../table/keys.ts';
import { get, getMany } from '../table/table.ts';
import { bankAccountEntity, type BankAccountRecord } from './account-record.ts';

export const loadBankAccount = (payeeToken: string): Promise<BankAccountRecord | undefined> =>
  get(bankAccountEntity, keys.bankAccount(payeeToken));

/** The account that is used at this instant, with what waits to replace it. */
export async function loadAccountAt(payeeToken: string, now: Date): Promise<BankAccountRecord | undefined> {
  const stored = await loadBankAccount(payeeToken);
  return stored && accountAt(stored, now);
}

export const loadBankAccounts = (payeeTokens: readonly string[]): Promise<BankAccountRecord[]> =>
  getMany(bankAccountEntity, payeeTokens.map(keys.bankAccount));

/** Accounts as they are stored at this moment, those that wait to be replaced not yet replaced. */
export const loadBankAccountsNow = (payeeTokens: readonly string[]): Promise<BankAccountRecord[]> =>
  getMany(bankAccountEntity, payeeTokens.map(keys.bankAccount), { consistent: true });
