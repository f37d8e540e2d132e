import * as z from 'zod';
import { fieldMetadata } from '../field-metadata.ts';
import { email, flag, state, text, usPhone, zipCode, webAddress, choice } from '../fields.ts';
import { partnerId, recordVersion } from '../ids.ts';
import { programTypes } from '../programs.ts';
import { onWire } from '../wire-names.ts';
import { optionalBankAccountForm, maskedBankAccount } from '../bank-accounts/bank-account.ts';

const programList = z.array(z.int()).default([]).meta({ title: 'Programs' });
fieldMetadata.add(programList, {
  kind: 'choice',
  options: programTypes.map(({ id, name }) => ({ value: id, label: name })),
});

/** Partner fields entered by an administrator (spec 2 §3, §5). */
export const partnerForm = z.object({
  id: partnerId,
  partnerNumber: onWire(
    'partnerIDNumber',
    text('Partner ID', {
      min: 3,
      max: 8,
      pattern: /^[a-z\d-]+$/i,
      message: 'Partner ID must consist of letters, digits and hyphens.',
    }),
  ),
  name: text('Name', { max: 300 }),
  usBankCode: text('US Bank Code', {
    max: 2,
    pattern: /^[a-z\d]{2}$/i,
    message: 'US Bank Code must consist of 2 latin letters or digits.',
  }),
  industry: text('Industry', { max: 100 }),
  address1: text('Address 1', { max: 150 }),
  address2: text('Address 2', { max: 150, required: false }),
  city: text('City', { max: 50 }),
  state: state('State'),
  zipCode: zipCode('Zip'),
  country: text('Country', { max: 10 }),
  website: text('Website', { max: 100, required: false, pattern: webAddress }),
  firstName: text('First Name', { max: 50 }),
  lastName: text('Last Name', { max: 50 }),
  contactNumber: usPhone('Contact Number'),
  email: email('Email'),
  notes: text('Notes', { max: 2020, required: false, lines: true }),
  programTypes: programList,
  isTest: flag('Test partner').optional(),
});

/** ID that means "not saved yet" (spec 2 §3). */
export const newPartnerId = '0';

/** ACH payment to HC: no bank account; payments are created as Sent Externally. */
export const achPaymentToHc = 1;
export const directFromBankAccount = 2;

/** Billing types: ACH payment to HC (1), or directly from the bank account (2) (spec 2 §3). */
export const billingTypes = [
  { id: 1, name: 'ACH payment to HC' },
  { id: 2, name: 'Direct from Bank Account' },
] as const;

export const partner = z.object({
  id: z.string(),
  partnerNumber: onWire('partnerIDNumber', z.string()),
  name: z.string(),
  usBankCode: z.string(),
  industry: z.string(),
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  country: z.string(),
  website: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  contactNumber: z.string(),
  email: z.string(),
  notes: z.string(),
  programTypes: z.array(z.int()),
  partnerBillingTypeId: onWire('partnerBillingTypeID', z.literal([1, 2])),
  /** Token of the withdrawal account; null if there is none. */
  payeeToken: z.string().nullable(),
  /** True for a partner with payments that never enter a bank file; fixed once the partner has a program. */
  isTest: z.boolean().optional(),
  version: recordVersion,
});
export type Partner = z.output<typeof partner>;

/** Columns of the partners table, all sortable (spec 2 §2). */
export const partnerColumns = ['partnerNumber', 'name', 'programs', 'city', 'state', 'country'] as const;

export const partnerRow = z.object({
  id: z.string(),
  partnerNumber: onWire('partnerIDNumber', z.string()),
  name: z.string(),
  programs: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
});

/** Pending replacement account on banking screens; it locks editing. */
export const bankAccountRequest = z.object({
  bankAccountEditingAllowed: z.boolean(),
  waiting: maskedBankAccount
    .omit({ changedOn: true, isRefused: true, payeeToken: true })
    .extend({
      enteredAt: z.string(),
      usableFrom: z.string(),
      /** False for the administrator who entered it, if there is another one. */
      isReleasable: z.boolean(),
    })
    .nullable(),
  /** The bank returned a withdrawal as not authorized; nothing is withdrawn. */
  isAuthorizationEnded: z.boolean().optional(),
});

/** Billing of a partner (spec 2 §3, §4). */
export const billingForm = z
  .object({
    partnerBillingTypeId: onWire(
      'partnerBillingTypeID',
      choice(
        'Billing Type',
        billingTypes.map(({ id, name }) => ({ value: id, label: name })),
      ),
    ),
    bankAccount: optionalBankAccountForm.nullable(),
  })
  .refine((form) => form.partnerBillingTypeId === achPaymentToHc || form.bankAccount !== null, {
    path: ['bankAccount'],
    error: 'Bank account is required.',
  })
  .refine((form) => form.partnerBillingTypeId !== achPaymentToHc || form.bankAccount === null, {
    path: ['bankAccount'],
    error: 'No bank account is needed for ACH payment to HC.',
  });
