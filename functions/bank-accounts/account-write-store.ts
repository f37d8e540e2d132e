import { Refusal } from '../../shared/refusal.ts';
import { change } from '../table/change.ts';
import { remove } from '../table/delete-item.ts';
import { keys } from '../table/keys.ts';
import { put } from '../table/put-item.ts';
import type { Change, Write } from '../table/write.ts';
import { bankAccountEntity, type BankAccountRecord } from './account-record.ts';

export const changedBySomeoneElse = new Refusal(
  'conflict',
  'Someone else changed this bank account. Reload and try again.',
);

/** Stores an account under its version, in the list of waiting accounts if it waits. */
export const accountChange = (before: BankAccountRecord | null, after: BankAccountRecord): Change[] => [
  ...change(bankAccountEntity, before, after, { lost: changedBySomeoneElse }),
  ...waitingListed(before, after),
];

/** Stores the account from which a payee's earlier dues were debited, for their refunds. */
export const formerAccountAdded = (former: BankAccountRecord): Change[] =>
  change(bankAccountEntity, null, former, { lost: changedBySomeoneElse });

const mayWait = ({ held, prenote, usableFrom, waiting }: BankAccountRecord): boolean =>
  Boolean(held ?? prenote ?? usableFrom ?? waiting);

const dayMs = 24 * 60 * 60_000;

/** Returns the expiry in seconds, or undefined if the account waits for a user's decision. */
function expiryOf({ held, prenote, usableFrom, waiting }: BankAccountRecord): number | undefined {
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
function waitingListed(before: BankAccountRecord | null, account: BankAccountRecord): Write[] {
  const { payeeToken } = account;
  const key = keys.waitingAccount(payeeToken);
  if (!mayWait(account)) return before && mayWait(before) ? [{ item: remove(key) }] : [];
  const expiresAt = expiryOf(account);
  const item = { ...key, entity: 'waiting account', payeeToken, ...(expiresAt && { expiresAt }) };
  return [{ item: put(item) }];
}
