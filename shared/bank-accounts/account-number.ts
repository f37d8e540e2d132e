import * as z from 'zod';

/** The two kinds of account the portal pays from and to. */
export const accountTypes = ['checking', 'savings'] as const;
export type AccountType = (typeof accountTypes)[number];

/** The account type of the wire's `bankAccountType`: 0 checking, 1 savings (spec 3 §4). */
export const accountTypeOf = (bankAccountType: 0 | 1): AccountType => accountTypes[bankAccountType];

/** An account number as it is stored and sent to a bank: 4 to 17 digits, never an `x`. */
export const accountNumber = z
  .string()
  .regex(/^\d{4,17}$/, 'The Account Number field must be 4 to 17 digits.');

/**
 * What the form's field accepts: 4 to 17 digits, where `x` means a digit that is not shown (spec 2 §5).
 * A number with an `x` means "as it was" and must not be stored: see {@link isMaskedAccountNumber}.
 */
export const enteredAccountNumber = z
  .string()
  .regex(/^[\dxX]{4,17}$/, 'The Account Number field must be 4 to 17 digits.');

/** True when an entered account number hides digits, so the stored one stays. */
export const isMaskedAccountNumber = (entered: string): boolean => /x/i.test(entered);

/** An account number as people see it, at its own length: all but the last four are `x`; a short one hides all. */
export function maskAccountNumber(number: string): string {
  return number.length > 4 ? 'x'.repeat(number.length - 4) + number.slice(-4) : 'x'.repeat(number.length);
}
