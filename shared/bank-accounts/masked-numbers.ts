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
  numbers: Numbers,
  onFile: Pick<MaskedBankAccount, 'routingNumber' | 'accountNumber'> | null,
  path: string,
): boolean {
  const isMasked = (number: string) => isMaskedAccountNumber(number);
  const keepsAccount = isMasked(numbers.accountNumber);
  const keepsRouting = isMasked(numbers.routingNumber);
  if (!keepsAccount && !keepsRouting) return true;
  if (!keepsAccount || numbers.routingNumber !== onFile?.routingNumber)
    throw keepsRouting || !keepsAccount
      ? inFull('Routing Number', `${path}.routingNumber`)
      : inFull('Account Number', `${path}.accountNumber`);
  if (numbers.accountNumber !== onFile.accountNumber) throw inFull('Account Number', `${path}.accountNumber`);
  return false;
}
