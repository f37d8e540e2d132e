import * as z from 'zod';
import { keptBankAccountForm, maskedBankAccount } from '../bank-accounts/bank-account.ts';
import { choice } from '../fields.ts';
import { onWire } from '../wire-names.ts';
import { billingTypes } from './partner.ts';

/** ACH payment to HC: no bank account, and payments that are born Sent Externally. */
export const achPaymentToHc = 1;
export const directFromBankAccount = 2;

/** What the banking screens say about a replaced account that waits; editing is locked while there is one. */
export const bankAccountRequest = z.object({
  bankAccountEditingAllowed: z.boolean(),
  waiting: maskedBankAccount
    .omit({ changedOn: true, payeeToken: true })
    .extend({ enteredAt: z.string(), usableFrom: z.string() })
    .nullable(),
});

/** How a partner is billed (spec 2 §3, §4). */
export const billingForm = z
  .object({
    partnerBillingTypeId: onWire(
      'partnerBillingTypeID',
      choice(
        'Billing Type',
        billingTypes.map(({ id, name }) => ({ value: id, label: name })),
      ),
    ),
    bankAccount: keptBankAccountForm.nullable(),
  })
  .refine((form) => form.partnerBillingTypeId === achPaymentToHc || form.bankAccount !== null, {
    path: ['bankAccount'],
    error: 'Bank account is required.',
  })
  .refine((form) => form.partnerBillingTypeId !== achPaymentToHc || form.bankAccount === null, {
    path: ['bankAccount'],
    error: 'No bank account is needed for ACH payment to HC.',
  });
