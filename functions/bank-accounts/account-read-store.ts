import { accountAt } from '../../shared/bank-accounts/waiting-account.ts';
import { keys } from '../table/keys.ts';
import { get, getMany, queryItems } from '../table/table.ts';
import { bankAccountEntity, type BankAccountRecord } from './account-record.ts';

export const loadBankAccount = (payeeToken: string): Promise<BankAccountRecord | undefined> =>
  get(bankAccountEntity, keys.bankAccount(payeeToken));

/** Loads the account in effect at an instant, with the one that waits to replace it. */
export async function loadAccountAt(payeeToken: string, now: Date): Promise<BankAccountRecord | undefined> {
  const stored = await loadBankAccount(payeeToken);
  return stored && accountAt(stored, now);
}

export const loadBankAccounts = (payeeTokens: readonly string[]): Promise<BankAccountRecord[]> =>
  getMany(bankAccountEntity, payeeTokens.map(keys.bankAccount));

/** Loads stored accounts. Waiting replacements are not applied. */
export const loadBankAccountsNow = (payeeTokens: readonly string[]): Promise<BankAccountRecord[]> =>
  getMany(bankAccountEntity, payeeTokens.map(keys.bankAccount), { consistent: true });

/** Loads a page of payees with an account that may be waiting. The account itself has the reason. */
export async function waitingPayees(
  after: string | undefined,
  limit: number,
): Promise<{ payeeTokens: string[]; last: string | null }> {
  const { pk } = keys.waitingAccount('');
  const { items, last } = await queryItems(pk, { after, limit });
  return { payeeTokens: items.map(({ payeeToken }) => String(payeeToken)), last };
}
