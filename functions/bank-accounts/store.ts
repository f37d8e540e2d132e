import {
  maskedNumber,
  unreadableName,
  type BankAccountForm,
  type MaskedBankAccount,
} from '../../shared/bank-accounts/bank-account.ts';
import { bankFlowOfOwner, type BankFlow } from '../../shared/bank-files/bank-flow-table.ts';
import {
  correctableCode,
  makesAccountUnusable,
  questionableCode,
} from '../../shared/bank-files/nacha/return-codes.ts';
import { revokedAtOf, type AuthorizationEnd } from '../../shared/bank-files/debit-authorization.ts';
import { debitPausesUntil } from '../../shared/bank-files/waited-dues.ts';
import { usableFrom } from '../../shared/bank-accounts/waiting-account.ts';
import { hasReadableLetter } from '../../shared/transliterate.ts';
import { Refusal } from '../../shared/refusal.ts';
import { dateInChicago } from '../../shared/calendar.ts';
import { now } from '../platform/clock.ts';
import { comparedTo, fingerprint, isOfNumbers } from '../platform/fingerprint.ts';
import type { AccountNumbers } from '../platform/vault.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/write.ts';
import { prenoteOf } from './prenote-of-account.ts';
import { loadBankAccount } from './account-read-store.ts';
import type { BankAccountRecord } from './account-record.ts';
import { accountChange, changedBySomeoneElse } from './account-write-store.ts';
import { open, seal } from './vault-key-store.ts';

export const maskedAccount = (account: BankAccountRecord): MaskedBankAccount => ({
  payeeToken: account.payeeToken,
  nameOnAccount: account.nameOnAccount,
  routingNumber: maskedNumber(account.routingLastFour),
  accountNumber: maskedNumber(account.lastFour),
  bankAccountType: account.bankAccountType,
  changedOn: dateInChicago(new Date(account.changedAt)),
  isRefused: Boolean(account.held),
  usableFrom:
    account.usableFrom && account.usableFrom > now().toISOString()
      ? dateInChicago(new Date(account.usableFrom))
      : null,
  version: account.version,
});

export const openBankAccount = (account: BankAccountRecord): Promise<AccountNumbers> =>
  open(account.sealed, account.payeeToken);

/** Returns true if the entered account is the payee's stored account. */
export async function isSameAccount(
  payeeToken: string,
  bankAccountForm: BankAccountForm,
  payeeName: string,
): Promise<boolean> {
  const stored = await loadBankAccount(payeeToken);
  return (
    stored !== undefined &&
    stored.bankAccountType === bankAccountForm.bankAccountType &&
    stored.nameOnAccount === (bankAccountForm.nameOnAccount ?? payeeName) &&
    (await isOfNumbers(stored.fingerprint, bankAccountForm))
  );
}

/** The owner of an account. `payeeName` is the default for the name on the account. */
export type AccountOwner = Pick<BankAccountRecord, 'ownerKind' | 'ownerId'> & {
  payeeName: string;
  /** The flow that uses the account. Defaults to the owner's first flow. */
  bankFlow?: BankFlow;
  /** The account of another payee token; its payments move to this one. */
  replaced?: BankAccountRecord | undefined;
  /** The payee authorized debits of this account again. */
  isAuthorized?: boolean;
};

/**
 * Seals the account entered for a payee and returns the writes for the owner's own transaction. Refuses ('conflict') if
 * `seenVersion` differs from the stored version (0 means no account). Refuses ('invalid') a name that the bank cannot
 * read; the name defaults to the payee's.
 */
export async function bankAccountChange(
  payeeToken: string,
  { payeeName, bankFlow, replaced, isAuthorized = false, ...owner }: AccountOwner,
  bankAccountForm: BankAccountForm,
  now: Date,
  seenVersion?: number,
): Promise<Change[]> {
  const stored = await loadBankAccount(payeeToken);
  if (seenVersion !== undefined && seenVersion !== (stored?.version ?? 0)) throw changedBySomeoneElse;
  const nameOnAccount = bankAccountForm.nameOnAccount ?? payeeName;
  const account = await sealedAccount(payeeToken, bankAccountForm, nameOnAccount);
  const before = stored ? await comparedTo(account.fingerprint, stored) : null;
  const isStillEnded = before?.fingerprint === account.fingerprint && !isAuthorized;
  const after: BankAccountRecord = {
    ...owner,
    payeeToken,
    ...account,
    prenote: prenoteOf(before, account, bankFlow ?? bankFlowOfOwner(owner.ownerKind)),
    usableFrom: usableFromOf(before ?? replaced ?? null, account.fingerprint, now),
    changedAt: now.toISOString(),
    // the same numbers do not replace an authorization
    ...(isStillEnded && { authorizationEnded: before?.authorizationEnded }),
    ...recordedPauses(before ?? replaced, isStillEnded, now),
    ...recordedRefusals(before, account.fingerprint),
    ...(before?.correctedFrom &&
      before.fingerprint === account.fingerprint && { correctedFrom: before.correctedFrom }),
    ...(before &&
      (before.fingerprint === account.fingerprint
        ? before.numbersSince !== undefined && { numbersSince: before.numbersSince }
        : { numbersSince: now.toISOString() })),
    version: before?.version ?? 0,
  };
  return accountChange(before, after);
}

/** Returns the ended pauses of debits with those that another account or a new authorization ends now. */
function recordedPauses(
  before: BankAccountRecord | undefined,
  isStillEnded: boolean,
  now: Date,
): Pick<BankAccountRecord, 'debitPauses'> {
  if (!before) return {};
  const ended = isStillEnded ? { ...before, authorizationEnded: null } : before;
  const debitPauses = debitPausesUntil(ended, dateInChicago(now));
  return debitPauses.length === 0 ? {} : { debitPauses };
}

/** True for an account that the bank made unusable; after too many retries, the account itself is usable. */
const isUnusable = ({ held }: Pick<BankAccountRecord, 'held'>): boolean =>
  Boolean(held && (makesAccountUnusable(held.code) || held.code === questionableCode));

/** Returns the fingerprints of present and earlier numbers that the bank made unusable. */
export const unusableNumbersOf = (account: BankAccountRecord): string[] => [
  ...(isUnusable(account) ? [account.fingerprint] : []),
  ...(account.refusedNumbers ?? []),
];

/** Returns the refused numbers with those of an unusable account that is replaced now. */
function recordedRefusals(
  before: BankAccountRecord | null,
  fingerprintAfter: string,
): Pick<BankAccountRecord, 'refusedNumbers'> {
  const { refusedNumbers = [], fingerprint: replaced } = before ?? {};
  const isAdded = before && isUnusable(before) && replaced !== undefined && replaced !== fingerprintAfter;
  const numbers = isAdded ? [...refusedNumbers, replaced] : refusedNumbers;
  return numbers.length === 0 ? {} : { refusedNumbers: numbers };
}

/** Returns how long replaced numbers wait, in hours; 0 disables the wait. */
export const waitHours = (): number => Number(process.env.BANK_ACCOUNT_WAIT_HOURS ?? 24);

/** Replaced numbers wait before they are used. A first account does not. */
const usableFromOf = (before: BankAccountRecord | null, fingerprintAfter: string, now: Date): string | null =>
  before && before.fingerprint !== fingerprintAfter && before.ownerKind !== 'partner' && waitHours() > 0
    ? usableFrom(now, waitHours())
    : (before?.usableFrom ?? null);

/** Seals entered numbers. Refuses ('invalid') a name that the bank cannot read. */
export async function sealedAccount(
  payeeToken: string,
  bankAccountForm: BankAccountForm,
  nameOnAccount: string,
) {
  if (!hasReadableLetter(nameOnAccount)) throw new Refusal('invalid', unreadableName, 'nameOnAccount');
  const numbers = {
    routingNumber: bankAccountForm.routingNumber,
    accountNumber: bankAccountForm.accountNumber,
  };
  return {
    nameOnAccount,
    bankAccountType: bankAccountForm.bankAccountType,
    lastFour: bankAccountForm.accountNumber.slice(-4),
    routingLastFour: bankAccountForm.routingNumber.slice(-4),
    sealed: await seal(numbers, payeeToken),
    fingerprint: await fingerprint(numbers),
  };
}

/** Ends the authorization of debits until the payee gives a new one or another account. */
export const debitAuthorizationEnded = (
  before: BankAccountRecord,
  end: Pick<AuthorizationEnd, 'code' | 'paymentId'>,
  { who, now }: { who: string; now: Date },
): Change[] => [
  ...accountChange(before, {
    ...before,
    authorizationEnded: endedAuthorization(before, end, now.toISOString()),
  }),
  auditWrite(
    {
      name: 'debit authorization ended',
      subject: `bank account ${before.payeeToken}`,
      who,
      after: { code: end.code, lastFour: before.lastFour },
    },
    now,
  ),
];

/** Returns the stored end. A revocation and the end that a return code reported do not replace each other. */
function endedAuthorization(
  { authorizationEnded: before }: BankAccountRecord,
  end: Pick<AuthorizationEnd, 'code' | 'paymentId'>,
  at: string,
): AuthorizationEnd {
  const isRevocation = end.code === null;
  if (isRevocation && before?.code && before.code !== correctableCode) return { ...before, revokedAt: at };
  const revokedAt = isRevocation ? undefined : revokedAtOf(before);
  return { ...end, at, ...(revokedAt && { revokedAt }) };
}

/** Restores the authorization after the entry that was not as authorized was corrected and sent. */
export const debitAuthorizationRenewed = (
  before: BankAccountRecord,
  { who, now }: { who: string; now: Date },
): Change[] => [
  ...accountChange(before, {
    ...before,
    authorizationEnded: null,
    debitPauses: debitPausesUntil({ ...before, held: null }, dateInChicago(now)),
  }),
  auditWrite(
    {
      name: 'debit authorization renewed',
      subject: `bank account ${before.payeeToken}`,
      who,
      before: { code: before.authorizationEnded?.code ?? null },
      after: { lastFour: before.lastFour },
    },
    now,
  ),
];

/** Suspends an account that the bank cannot use, until its bank details are replaced. */
export const bankAccountHeld = (before: BankAccountRecord, code: string, now: Date): Change[] =>
  accountChange(before, { ...before, held: { code, at: now.toISOString() } });

/** Returns the writes that hold an account that the bank refused, with their event. */
export function accountHeld(
  account: BankAccountRecord,
  code: string,
  { who, now }: { who: string; now: Date },
): Change[] {
  if (account.held) return [];
  return [
    ...bankAccountHeld(account, code, now),
    auditWrite(
      {
        name: 'bank account held',
        subject: `bank account ${account.payeeToken}`,
        who,
        after: { code, lastFour: account.lastFour },
      },
      now,
    ),
  ];
}
