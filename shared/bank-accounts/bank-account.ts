import * as z from 'zod';
import { isScientific, scientificError, visibleText } from '../visible-text.ts';
import { Refusal } from '../refusal.ts';
import { recordVersion } from '../ids.ts';
import { fieldMetadata } from '../field-metadata.ts';
import { choice, flag, text } from '../fields.ts';
import { field, unlessMissing } from '../field.ts';
import { invalidRoutingNumber, isRoutingNumber } from './routing-number.ts';

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

// A replaced account that was debited keeps its sealed numbers under its own token until its refund window ends.

/** Days after the replacement in which debits of the former account can be refunded: 60 to return, and a closed month. */
export const refundWindowDays = 120;

/** Returns the token of the account that a payee had in a version. */
export const formerToken = (payeeToken: string, version: number): string =>
  `${ownerToken(payeeToken)}~${version}`;

/** Returns the payee's own token; the numbers of former accounts are sealed for it too. */
export const ownerToken = (payeeToken: string): string => payeeToken.split('~')[0] ?? payeeToken;

/** Returns the version of a former account; undefined for the payee's own token. */
export const formerVersion = (payeeToken: string): string | undefined => payeeToken.split('~')[1];

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

/** Checking 0, savings 1 (spec 1 §3). */
export const bankAccountTypes = [
  { value: 0, label: 'Checking' },
  { value: 1, label: 'Savings' },
] as const;

/** The error for a name that a bank file cannot contain. */
export const unreadableName =
  'Name on the account must have a Latin, Greek or Cyrillic letter. The bank cannot read other scripts.';

/** The error for an account that requires an international entry (IAT), which is not supported. */
export const accountAbroad =
  'Accounts that send money to or receive money from another country are not supported. Enter an account at a US bank whose money stays in the US.';

/** Formats of a SWIFT code and an IBAN. */
const swiftCode = /^[a-z]{6}[a-z\d]{2}([a-z\d]{3})?$/i;
const iban = /^[a-z]{2}\d{2}[a-z\d]{11,30}$/i;

/** Characters of an account number with gaps, or of an IBAN, whose message names the cause. */
const longestEntered = 34;

const routingNumberField = (takesMask: boolean) =>
  field<string, string, true>(
    'Routing Number',
    {},
    {
      metadata: { kind: 'text', max: 13 },
      described: { maxLength: 13 },
      sent: z.string(unlessMissing('Routing Number')),
      inside: z.string(),
      read: (sent) => {
        const digits = withoutGaps(sent);
        if (takesMask && maskOfRouting.test(digits)) return { value: digits.toLowerCase() };
        if (swiftCode.test(digits)) return { message: accountAbroad };
        if (!/^\d+$/.test(digits)) return { error: 'must be numeric.' };
        if (digits.length !== 9) return { error: 'must be 9 symbols.' };
        return isRoutingNumber(digits) ? { value: digits } : { message: invalidRoutingNumber };
      },
      write: String,
    },
  );

/** Returns a number without the blanks and invisible characters between its groups of digits. A hyphen is refused. */
const withoutGaps = (sent: string): string =>
  visibleText(sent)
    .replaceAll(/(?<=[\dx])\s+(?=[\dx])/gi, '')
    .trim();

/** Returns which character or length is the cause; '' for a few digits with a visible length. */
function notDigits(input: string): string {
  const [other] = /[^\d]/.exec(input) ?? [];
  if (other !== undefined) return ` "${other}" is not a digit.`;
  return input.length > 17 ? ` It has ${input.length}.` : '';
}

const accountNumberField = (takesMask: boolean) =>
  field<string, string, true>(
    'Account Number',
    {},
    {
      metadata: { kind: 'text', max: longestEntered },
      described: { maxLength: longestEntered },
      sent: z.string(unlessMissing('Account Number')),
      inside: z.string(),
      read: (sent) => {
        const input = withoutGaps(sent);
        if (accountNumber.safeParse(input).success) return { value: input };
        if (iban.test(input.replaceAll(/\s/g, ''))) return { message: accountAbroad };
        const isMask = enteredAccountNumber.safeParse(input).success;
        if (isMask && takesMask) return { value: input.toLowerCase() };
        if (isMask) return { error: 'must be entered in full to be changed.' };
        if (isScientific(sent)) return { message: scientificError('account number', sent) };
        return { error: `must be 4 to 17 digits.${notDigits(input)}` };
      },
      write: String,
    },
  );

/** A masked routing number: see `maskedNumber`. */
const maskOfRouting = /^x{5}\d{4}$/i;

const questionAbroad = 'This account receives money from another country or sends money there';
const staysInTheCountry = flag(questionAbroad)
  .refine((ticked) => !ticked, { error: accountAbroad })
  .meta({ title: questionAbroad })
  .register(fieldMetadata, { kind: 'flag' });

/** A bank account as entered by a user (spec 2 §5). */
export const bankAccountForm = z.object({
  /** The account holder's name at the bank. Defaults to the payee's name. */
  nameOnAccount: text('Name on the account', {
    max: 100,
    required: false,
    pattern: /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u,
    message: unreadableName,
  }),
  routingNumber: routingNumberField(false),
  accountNumber: accountNumberField(false),
  bankAccountType: choice('Account Type', bankAccountTypes),
  /** Nacha requires IAT entries in this case, regardless of the holder (Operating Rules 2.5.8). Never stored. */
  isMoneyFromAbroad: staysInTheCountry.optional(),
});
export type BankAccountForm = z.output<typeof bankAccountForm>;

/** `bankAccountForm` in which masked numbers keep the stored ones (see `replacesNumbers`). */
export const optionalBankAccountForm = bankAccountForm.extend({
  routingNumber: routingNumberField(true),
  accountNumber: accountNumberField(true),
  /** The payee signed a new authorization of debits from the same account. */
  isAuthorized: flag('A new authorization of withdrawals is signed').optional(),
});
export type OptionalBankAccountForm = z.output<typeof optionalBankAccountForm>;

/** A bank account with only its last four digits; only the bank file writer sees more. */
export const maskedBankAccount = z.object({
  payeeToken: z.string(),
  nameOnAccount: z.string(),
  routingNumber: z.string(),
  accountNumber: z.string(),
  bankAccountType: z.literal([0, 1]),
  changedOn: z.string(),
  /** The bank refused the account for payments. */
  isRefused: z.boolean(),
  /** The first day of a replaced account; null for a usable one. */
  usableFrom: z.string().nullable(),
  version: recordVersion,
});
export type MaskedBankAccount = z.output<typeof maskedBankAccount>;

/** Masks an account number of which only the last four digits are available. */
export const maskedNumber = (lastFour: string): string => `xxxxx${lastFour}`;
