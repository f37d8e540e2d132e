import * as z from 'zod';
import { optionalBankAccountForm, maskedBankAccount } from '../bank-accounts/bank-account.ts';
import { choice } from '../fields.ts';
import { onWire } from '../wire-names.ts';
import { achPaymentToHc, billingTypes } from './partner.ts';

/** Pending replacement account on banking screens; it locks editing. */
export const bankAccountRequest = z.object({
  bankAccountEditingAllowed: z.boolean(),
  waiting: maskedBankAccount
    .omit({ changedOn: true, payeeToken: true })
    .extend({ enteredAt: z.string(), usableFrom: z.string() })
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
