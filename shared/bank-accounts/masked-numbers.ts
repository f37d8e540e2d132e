import { Refusal } from '../refusal.ts';
import { isMaskedAccountNumber } from './account-number.ts';
import type { BankAccountForm, MaskedBankAccount } from './bank-account.ts';

type Numbers = Pick<BankAccountForm, 'routingNumber' | 'accountNumber'>;

const inFull = (label: string, field: string) =>
  new Refusal('invalid', `${label} must be entered in full to be changed.`, field);

/**
 * Returns true if both numbers are entered in full, false if both are the masks of the stored account. Refuses
 * ('invalid') everything else, because an `x` is never stored.
 *
 * @param path the path of the numbers in the request, for field errors
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
