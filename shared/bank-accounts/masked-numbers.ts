import { Refusal } from '../refusal.ts';
import { isMaskedAccountNumber } from './account-number.ts';
import type { BankAccountForm, MaskedBankAccount } from './bank-account.ts';

type Numbers = Pick<BankAccountForm, 'routingNumber' | 'accountNumber'>;

const inFull = (label: string, field: string) =>
  new Refusal('invalid', `${label} must be entered in full to be changed.`, field);

/**
 * Whether typed numbers take the place of those on file: true when both are typed in full, false when both are the masks
 * of the account on file. Refuses ('invalid') anything between: an `x` is never stored.
 *
 * @param path where the numbers are in the request, for the field that is named
 */
export function replacesNumbers(
  typed: Numbers,
  onFile: Pick<MaskedBankAccount, 'routingNumber' | 'accountNumber'> | null,
  path: string,
): boolean {
  const isMasked = (number: string) => isMaskedAccountNumber(number);
  const keepsAccount = isMasked(typed.accountNumber);
  const keepsRouting = isMasked(typed.routingNumber);
  if (!keepsAccount && !keepsRouting) return true;
  if (!keepsAccount || typed.routingNumber !== onFile?.routingNumber)
    throw keepsRouting || !keepsAccount
      ? inFull('Routing Number', `${path}.routingNumber`)
      : inFull('Account Number', `${path}.accountNumber`);
  if (typed.accountNumber !== onFile.accountNumber) throw inFull('Account Number', `${path}.accountNumber`);
  return false;
}
