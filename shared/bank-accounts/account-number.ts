import * as z from 'zod';

export const accountTypes = ['checking', 'savings'] as const;
export type AccountType = (typeof accountTypes)[number];

/** Maps the wire's `bankAccountType`: 0 checking, 1 savings (spec 3 §4). */
export const accountTypeOf = (bankAccountType: 0 | 1): AccountType => accountTypes[bankAccountType];

/** An account number as stored and sent to a bank: 4 to 17 digits, never an `x`. */
export const accountNumber = z
  .string()
  .regex(/^\d{4,17}$/, 'The Account Number field must be 4 to 17 digits.');

/**
 * Accepts 4 to 17 digits, where `x` is a hidden digit (spec 2 §5). A number with an `x` means unchanged and must not be
 * stored: see {@link isMaskedAccountNumber}.
 */
export const enteredAccountNumber = z
  .string()
  .regex(/^[\dxX]{4,17}$/, 'The Account Number field must be 4 to 17 digits.');

export const isMaskedAccountNumber = (entered: string): boolean => /x/i.test(entered);

/** Masks all but the last four digits and keeps the length. Masks a short number completely. */
export function maskAccountNumber(number: string): string {
  return number.length > 4 ? 'x'.repeat(number.length - 4) + number.slice(-4) : 'x'.repeat(number.length);
}
