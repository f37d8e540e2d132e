import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import { fieldMetadata } from '../field-metadata.ts';
import { choice, flag, text } from '../fields.ts';
import { field, unlessMissing } from '../field.ts';
import { accountNumber, enteredAccountNumber } from './account-number.ts';
import { invalidRoutingNumber, isRoutingNumber } from './routing-number.ts';

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

const routingNumberField = (takesMask: boolean) =>
  field<string, string, true>(
    'Routing Number',
    {},
    {
      metadata: { kind: 'text', max: 9 },
      described: { maxLength: 9 },
      sent: z.string(unlessMissing('Routing Number')),
      inside: z.string(),
      read: (sent) => {
        const digits = sent.trim();
        if (takesMask && maskOfRouting.test(digits)) return { value: digits.toLowerCase() };
        if (swiftCode.test(digits)) return { message: accountAbroad };
        if (!/^\d+$/.test(digits)) return { error: 'must be numeric.' };
        if (digits.length !== 9) return { error: 'must be 9 symbols.' };
        return isRoutingNumber(digits) ? { value: digits } : { message: invalidRoutingNumber };
      },
      write: String,
    },
  );

const accountNumberField = (takesMask: boolean) =>
  field<string, string, true>(
    'Account Number',
    {},
    {
      metadata: { kind: 'text', max: 17 },
      described: { maxLength: 17 },
      sent: z.string(unlessMissing('Account Number')),
      inside: z.string(),
      read: (sent) => {
        const input = sent.trim();
        if (accountNumber.safeParse(input).success) return { value: input };
        if (iban.test(input.replaceAll(/\s/g, ''))) return { message: accountAbroad };
        const isMask = enteredAccountNumber.safeParse(input).success;
        if (isMask && takesMask) return { value: input.toLowerCase() };
        return { error: isMask ? 'must be entered in full to be changed.' : 'must be 4 to 17 digits.' };
      },
      write: String,
    },
  );

/** A masked routing number: see `maskedNumber`. */
const maskOfRouting = /^x{5}\d{4}$/i;

const questionAbroad = 'Money of this account comes from or goes to another country';
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
  version: recordVersion,
});
export type MaskedBankAccount = z.output<typeof maskedBankAccount>;

/** Masks an account number of which only the last four digits are available. */
export const maskedNumber = (lastFour: string): string => `xxxxx${lastFour}`;
