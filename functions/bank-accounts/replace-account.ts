import {
  type OptionalBankAccountForm,
  type MaskedBankAccount,
  replacesNumbers,
} from '../../shared/bank-accounts/bank-account.ts';
import {
  accountAt,
  isWaiting,
  lockedEditing,
  usableFrom,
} from '../../shared/bank-accounts/waiting-account.ts';
import { bankFlowOfOwner } from '../../shared/bank-files/bank-flow-table.ts';
import { dateInChicago, showDate } from '../../shared/calendar.ts';
import { Refusal } from '../../shared/refusal.ts';
import { comparedTo } from '../platform/fingerprint.ts';
import type { Change } from '../table/write.ts';
import { prenoteOf } from './prenote-of-account.ts';
import { loadBankAccount } from './account-read-store.ts';
import type { BankAccountRecord } from './account-record.ts';
import { accountChange, changedBySomeoneElse } from './account-write-store.ts';
import { bankAccountChange, maskedAccount, sealedAccount, waitHours, type AccountOwner } from './store.ts';

export interface EnteredAccount {
  payeeToken: string;
  owner: AccountOwner;
  typed: OptionalBankAccountForm;
  /** The version that the user saw; 0 for none. */
  seenVersion: number | undefined;
  who: string;
}

/** The writes of a saved account, and when a replacement takes effect. */
export type SavedAs = { changes: Change[]; usableFrom: string | null };

/**
 * Returns the writes that save the account an administrator entered for a partner. Masked numbers keep the stored ones.
 * Other numbers wait before a bank file uses them (BANK_ACCOUNT_WAIT_HOURS). Refuses ('locked') while some wait.
 */
export async function savePayeeAccount(enteredAccount: EnteredAccount, now: Date): Promise<SavedAs> {
  const { payeeToken, owner, typed: values, seenVersion, who } = enteredAccount;
  const stored = (await loadBankAccount(payeeToken)) ?? null;
  if (seenVersion !== undefined && seenVersion !== (stored?.version ?? 0)) throw changedBySomeoneElse;
  const current = stored && accountAt(stored, now);
  if (isWaiting(current?.waiting, now))
    throw new Refusal('locked', lockedEditing(showDate(dateInChicago(new Date(current.waiting.usableFrom)))));
  const isRetyped = replacesNumbers(values, current && maskedAccount(current), 'bankAccount');
  if (!stored || !current)
    return { changes: await bankAccountChange(payeeToken, owner, values, now), usableFrom: null };
  const name = values.nameOnAccount ?? (isRetyped ? owner.payeeName : current.nameOnAccount);
  const at = now.toISOString();
  const bankFlow = owner.bankFlow ?? bankFlowOfOwner(owner.ownerKind);
  const retyped = isRetyped
    ? await comparedTo(current.fingerprint, await sealedAccount(payeeToken, values, name))
    : null;
  if (!retyped || retyped.fingerprint === current.fingerprint || waitHours() === 0) {
    const isOther = retyped !== null && retyped.fingerprint !== current.fingerprint;
    const details = isOther
      ? { ...retyped, held: null, authorizationEnded: null, correctedAt: null, correctedFrom: undefined }
      : { nameOnAccount: name, bankAccountType: values.bankAccountType };
    const isRenewed = Boolean(values.isAuthorized && current.authorizationEnded);
    const after = { ...current, ...details, changedAt: at, ...(isRenewed && { authorizationEnded: null }) };
    const prenote = prenoteOf(current, after, bankFlow);
    return { changes: accountChange(stored, { ...after, prenote }), usableFrom: null };
  }
  const from = usableFrom(now, waitHours());
  const prenote = prenoteOf(current, retyped, bankFlow);
  const waiting = { ...retyped, prenote, enteredAt: at, enteredBy: who, usableFrom: from };
  return { changes: accountChange(stored, { ...current, waiting }), usableFrom: from };
}

/** Loads the waiting account and its record. Refuses if none waits or the version changed. */
export async function loadWaiting(payeeToken: string | null, version: number, now: Date) {
  const stored = payeeToken === null ? undefined : await loadBankAccount(payeeToken);
  if (!stored || !isWaiting(stored.waiting, now))
    throw new Refusal('conflict', 'No replaced bank account is waiting. Reload the page.');
  if (stored.version !== version) throw changedBySomeoneElse;
  return { stored, waiting: stored.waiting };
}

/** Returns the display data of the waiting account and who entered it, or null. */
export function maskedWaiting(account: BankAccountRecord | undefined, now: Date) {
  if (!account || !isWaiting(account.waiting, now)) return null;
  const { enteredAt, enteredBy, usableFrom: from, ...replacing } = account.waiting;
  const masked: MaskedBankAccount = maskedAccount({ ...account, ...replacing, held: null });
  return { ...masked, enteredAt, enteredBy, usableFrom: from };
}
