import { accountAt } from '../../shared/bank-accounts/waiting-account.ts';
import { keys } from '../table/keys.ts';
import { get, getMany, queryItems } from '../table/table.ts';
import { bankAccountEntity, type BankAccountRecord } from './account-record.ts';
import type { AccountPrenote } from '../../shared/bank-files/prenote.ts';
import type { Write } from '../table/write.ts';
import { put } from '../table/put-item.ts';
import { remove } from '../table/delete-item.ts';

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

interface Account {
  payeeToken: string;
  held?: object | null | undefined;
  prenote?: AccountPrenote | null | undefined;
  usableFrom?: string | null | undefined;
  waiting?: { usableFrom: string; prenote?: AccountPrenote | null | undefined } | null | undefined;
}

const mayWait = ({ held, prenote, usableFrom, waiting }: Account): boolean =>
  Boolean(held ?? prenote ?? usableFrom ?? waiting);

const dayMs = 24 * 60 * 60_000;

/** Returns the expiry in seconds, or undefined if the account waits for a user's decision. */
function expiryOf({ held, prenote, usableFrom, waiting }: Account): number | undefined {
  if (held || (prenote && !prenote.sent) || (waiting?.prenote && !waiting.prenote.sent)) return undefined;
  const until = [prenote?.sent?.usableFrom, usableFrom, waiting?.usableFrom].filter(
    (text) => typeof text === 'string',
  );
  // a Chicago day ends some hours after its date ends in UTC
  return Math.max(...until.map((text) => Date.parse(text) + 2 * dayMs)) / 1000;
}

/**
 * Adds an account to the list of waiting accounts or removes it. Must be part of every account write. The list is one
 * partition because it is short.
 */
export function waitingListed(before: Account | null, account: Account): Write[] {
  const { payeeToken } = account;
  const key = keys.waitingAccount(payeeToken);
  if (!mayWait(account)) return before && mayWait(before) ? [{ item: remove(key) }] : [];
  const expiresAt = expiryOf(account);
  const item = { ...key, entity: 'waiting account', payeeToken, ...(expiresAt && { expiresAt }) };
  return [{ item: put(item) }];
}

/** Loads a page of payees with an account that may be waiting. The account itself has the reason. */
export async function waitingPayees(
  after: string | undefined,
  limit: number,
): Promise<{ payeeTokens: string[]; last: string | null }> {
  const { pk } = keys.waitingAccount('');
  const { items, last } = await queryItems(pk, { after, limit });
  return { payeeTokens: items.map(({ payeeToken }) => String(payeeToken)), last };
}
