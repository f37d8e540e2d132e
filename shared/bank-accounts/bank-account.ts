import * as z from 'zod';
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

/** What the forms say about a name that a bank file cannot hold. */
export const unreadableName =
  'Name on the account must have a Latin, Greek or Cyrillic letter. The bank cannot read other scripts.';

/** What the forms say about an account that only an international entry (IAT) could reach, which no file here has. */
export const accountAbroad =
  'We cannot use an account whose money comes from or goes to another country. Enter an account at a US bank whose money stays in the US.';

/** A SWIFT code and an IBAN, as people abroad know their bank and account. */
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
        if (swiftCode.test(digits)) return { sentence: accountAbroad };
        if (!/^\d+$/.test(digits)) return { problem: 'must be numeric.' };
        if (digits.length !== 9) return { problem: 'must be 9 symbols.' };
        return isRoutingNumber(digits) ? { value: digits } : { sentence: invalidRoutingNumber };
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
        const typed = sent.trim();
        if (accountNumber.safeParse(typed).success) return { value: typed };
        if (iban.test(typed.replaceAll(/\s/g, ''))) return { sentence: accountAbroad };
        const isMask = enteredAccountNumber.safeParse(typed).success;
        if (isMask && takesMask) return { value: typed.toLowerCase() };
        return { problem: isMask ? 'must be entered in full to be changed.' : 'must be 4 to 17 digits.' };
      },
      write: String,
    },
  );

/** A routing number as screens show it: see `maskedNumber`. */
const maskOfRouting = /^x{5}\d{4}$/i;

const questionAbroad = 'Money of this account comes from or goes to another country';
const staysInTheCountry = flag(questionAbroad)
  .refine((ticked) => !ticked, { error: accountAbroad })
  .meta({ title: questionAbroad })
  .register(fieldMetadata, { kind: 'flag' });

/** A bank account as a person types it (spec 2 §5). */
export const bankAccountForm = z.object({
  /** Whose account it is, as the bank knows it; left out, it is the payee's own name. */
  nameOnAccount: text('Name on the account', {
    max: 100,
    required: false,
    pattern: /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u,
    message: unreadableName,
  }),
  routingNumber: routingNumberField(false),
  accountNumber: accountNumberField(false),
  bankAccountType: choice('Account Type', bankAccountTypes),
  /** Nacha asks for IAT entries then, whoever holds the account (Operating Rules 2.5.8); asked, never stored. */
  isMoneyFromAbroad: staysInTheCountry.optional(),
});
export type BankAccountForm = z.output<typeof bankAccountForm>;

/** As `bankAccountForm`; numbers that are still masked mean the ones on file (see `replacesNumbers`). */
export const keptBankAccountForm = bankAccountForm.extend({
  routingNumber: routingNumberField(true),
  accountNumber: accountNumberField(true),
});

/** A bank account as everybody but the bank file writer sees it: the last four digits only. */
export const maskedBankAccount = z.object({
  payeeToken: z.string(),
  nameOnAccount: z.string(),
  routingNumber: z.string(),
  accountNumber: z.string(),
  bankAccountType: z.literal([0, 1]),
  changedOn: z.string(),
  version: z.int(),
});
export type MaskedBankAccount = z.output<typeof maskedBankAccount>;

/** "x" for every digit but the last four of an account number that is not at hand in full. */
export const maskedNumber = (lastFour: string): string => `xxxxx${lastFour}`;
