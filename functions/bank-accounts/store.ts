import * as z from 'zod';
import {
  maskedNumber,
  unreadableName,
  type BankAccountForm,
  type MaskedBankAccount,
} from '../../shared/bank-accounts/bank-account.ts';
import type { AccountChange } from '../../shared/bank-files/change-codes.ts';
import { accountAt } from '../../shared/bank-accounts/waiting-account.ts';
import { hasReadableLetter } from '../../shared/bank-files/transliterate.ts';
import { Refusal } from '../../shared/refusal.ts';
import { dateInChicago } from '../../shared/calendar.ts';
import { fingerprint, sealedSchema, type AccountNumbers } from '../platform/vault.ts';
import { change, putOnce, type Change } from '../table/change.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { get, getMany } from '../table/table.ts';
import { open, seal } from './vault-key-store.ts';

const account = {
  /** As the bank sees it, before it is romanized and shortened. */
  nameOnAccount: z.string(),
  bankAccountType: z.literal([0, 1]),
  lastFour: z.string(),
  routingLastFour: z.string(),
  sealed: sealedSchema,
  fingerprint: z.string(),
};

/** A payee's bank account: the numbers sealed, the last four digits beside them. */
export const bankAccountRecord = z.object({
  payeeToken: z.string(),
  ownerKind: z.enum(['partner', 'facility', 'member']),
  ownerId: z.string(),
  ...account,
  changedAt: z.string(),
  /** The bank returned an entry because the account cannot be used; gone with other bank details. */
  held: z.object({ code: z.string(), at: z.string() }).nullable().optional(),
  /** A replaced account before it is used: see `accountAt`. */
  waiting: z
    .object({ ...account, enteredAt: z.string(), enteredBy: z.string(), usableFrom: z.string() })
    .nullable()
    .optional(),
  version: z.int(),
});
export type BankAccountRecord = z.output<typeof bankAccountRecord>;

export const bankAccountEntity = entity({
  name: 'bank account',
  schema: bankAccountRecord,
  key: ({ payeeToken }) => keys.bankAccount(payeeToken),
});

export const loadBankAccount = (payeeToken: string): Promise<BankAccountRecord | undefined> =>
  get(bankAccountEntity, keys.bankAccount(payeeToken));

/** The account that is used at this instant, with what waits to replace it. */
export async function loadAccountAt(payeeToken: string, now: Date): Promise<BankAccountRecord | undefined> {
  const stored = await loadBankAccount(payeeToken);
  return stored && accountAt(stored, now);
}

export const loadBankAccounts = (payeeTokens: readonly string[]): Promise<BankAccountRecord[]> =>
  getMany(bankAccountEntity, payeeTokens.map(keys.bankAccount));

export const maskedAccount = (account: BankAccountRecord): MaskedBankAccount => ({
  payeeToken: account.payeeToken,
  nameOnAccount: account.nameOnAccount,
  routingNumber: maskedNumber(account.routingLastFour),
  accountNumber: maskedNumber(account.lastFour),
  bankAccountType: account.bankAccountType,
  changedOn: dateInChicago(new Date(account.changedAt)),
  version: account.version,
});

export const openBankAccount = (account: BankAccountRecord): Promise<AccountNumbers> =>
  open(account.sealed, account.payeeToken);

/** Is what was typed the account that is stored for the payee? */
export async function isSameAccount(
  payeeToken: string,
  typed: BankAccountForm,
  payeeName: string,
): Promise<boolean> {
  const stored = await loadBankAccount(payeeToken);
  return (
    stored !== undefined &&
    stored.bankAccountType === typed.bankAccountType &&
    stored.nameOnAccount === (typed.nameOnAccount ?? payeeName) &&
    stored.fingerprint === (await fingerprint(typed))
  );
}

/** Whose account it is; `payeeName` is the name on the account where none is typed. */
export type AccountOwner = Pick<BankAccountRecord, 'ownerKind' | 'ownerId'> & { payeeName: string };

export const changedBySomeoneElse = new Refusal(
  'conflict',
  'Someone else changed this bank account. Reload and try again.',
);

/**
 * Seals what a user typed for a payee; returns the writes, which belong into the owner's own transaction. Refuses
 * ('conflict') when `seenVersion` is given and the stored account has another; 0 means no account. Refuses
 * ('invalid') a name that the bank cannot read, which without one typed is the payee's.
 */
export async function bankAccountChange(
  payeeToken: string,
  { payeeName, ...owner }: AccountOwner,
  typed: BankAccountForm,
  now: Date,
  seenVersion?: number,
): Promise<Change[]> {
  const before = (await loadBankAccount(payeeToken)) ?? null;
  if (seenVersion !== undefined && seenVersion !== (before?.version ?? 0)) throw changedBySomeoneElse;
  const nameOnAccount = typed.nameOnAccount ?? payeeName;
  const after: BankAccountRecord = {
    ...owner,
    payeeToken,
    ...(await sealedAccount(payeeToken, typed, nameOnAccount)),
    changedAt: now.toISOString(),
    version: before?.version ?? 0,
  };
  return accountChange(before, after);
}

/** The writes of an account; a lost race is said in words. */
export const accountChange = (before: BankAccountRecord | null, after: BankAccountRecord): Change[] =>
  change(bankAccountEntity, before, after, { lost: changedBySomeoneElse });

/** What is kept of typed numbers. Refuses ('invalid') a name that the bank cannot read. */
export async function sealedAccount(payeeToken: string, typed: BankAccountForm, nameOnAccount: string) {
  if (!hasReadableLetter(nameOnAccount)) throw new Refusal('invalid', unreadableName, 'nameOnAccount');
  const numbers = { routingNumber: typed.routingNumber, accountNumber: typed.accountNumber };
  return {
    nameOnAccount,
    bankAccountType: typed.bankAccountType,
    lastFour: typed.accountNumber.slice(-4),
    routingLastFour: typed.routingNumber.slice(-4),
    sealed: await seal(numbers, payeeToken),
    fingerprint: await fingerprint(numbers),
  };
}

/** Holds an account that the bank says cannot be used, until other bank details replace it. */
export const bankAccountHeld = (before: BankAccountRecord, code: string, now: Date): Change[] =>
  change(
    bankAccountEntity,
    before,
    { ...before, held: { code, at: now.toISOString() } },
    { lost: changedBySomeoneElse },
  );

/**
 * The account as the bank corrected it, with the old one kept beside it; none when it is that already. The caller audits
 * that the numbers were opened.
 */
export async function bankAccountCorrected(
  before: BankAccountRecord,
  { accountType, ...corrected }: AccountChange,
  now: Date,
): Promise<{ after: BankAccountRecord; changes: Change[] } | undefined> {
  const numbers = { ...(await openBankAccount(before)), ...corrected };
  const { payeeToken, version } = before;
  const types = { checking: 0, savings: 1 } as const;
  const bankAccountType = accountType ? types[accountType] : before.bankAccountType;
  const after: BankAccountRecord = {
    ...before,
    bankAccountType,
    lastFour: numbers.accountNumber.slice(-4),
    routingLastFour: numbers.routingNumber.slice(-4),
    sealed: await seal(numbers, payeeToken),
    fingerprint: await fingerprint(numbers),
    changedAt: now.toISOString(),
    held: null,
  };
  if (after.fingerprint === before.fingerprint && bankAccountType === before.bankAccountType)
    return undefined;
  const kept = putOnce(
    {
      ...before,
      ...keys.bankAccountVersion(payeeToken, String(version).padStart(6, '0')),
      entity: 'replaced bank account',
    },
    changedBySomeoneElse,
  );
  return {
    after,
    changes: [kept, ...change(bankAccountEntity, before, after, { lost: changedBySomeoneElse })],
  };
}
