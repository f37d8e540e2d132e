import * as z from 'zod';
import { bankAccountForm } from '../bank-accounts/bank-account.ts';
import { keyFobNumber } from '../employees/key-fob-number.ts';
import { fieldMetadata } from '../field-metadata.ts';
import { dollars, email, phone, text } from '../fields.ts';
import { currentAgreementVersion } from './agreement-text.ts';
import type { ContractStep } from './contract-steps.ts';
import { onWire } from '../wire-names.ts';

const mustAgree = 'You must check to agree.';

/** The steps' fields of the legal agreement as a member fills them in (spec 3 §3, §5). */
export const agreementForm = z.object({
  /** Left out by members whose access is digital. */
  keyFobNumber: onWire('facilityMemberID', keyFobNumber().optional()),
  withdrawalFromBankAccount: bankAccountForm.optional(),
  depositToBankAccount: bankAccountForm.optional(),
  isMemberAgreed: z
    .boolean(mustAgree)
    .refine((agreed) => agreed, { error: mustAgree })
    .meta({ title: 'I have read this agreement and agree to it' })
    .register(fieldMetadata, { kind: 'flag', mustBeTrue: true }),
  firstName: text('First Name', { max: 50 }),
  lastName: text('Last Name', { max: 50 }),
  contactNumber: phone('Contact Number', { max: 14 }),
  email: email('Email', { max: 50 }),
  documentAgreementVersion: z.int().default(currentAgreementVersion),
  /** The monthly dues that were shown; when the terms changed meanwhile nothing is signed. */
  memberDuesAmount: dollars('Dues Amount', { most: 999_99, required: false }),
});
export type AgreementForm = z.output<typeof agreementForm>;

/** The same form with everything required that the steps ask for, so that each step can be judged by itself. */
export const agreementFormOf = (steps: readonly ContractStep[]) =>
  agreementForm.extend({
    keyFobNumber: onWire(
      'facilityMemberID',
      steps.includes('keyFob') ? keyFobNumber() : keyFobNumber().optional(),
    ),
    withdrawalFromBankAccount: steps.includes('withdrawal') ? bankAccountForm : bankAccountForm.optional(),
    depositToBankAccount: steps.includes('deposit') ? bankAccountForm : bankAccountForm.optional(),
  });
