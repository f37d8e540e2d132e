import * as z from 'zod';
import { bankAccountForm } from '../bank-accounts/bank-account.ts';
import { keyFobNumber } from '../employees/key-fob-number.ts';
import { fieldMetadata } from '../field-metadata.ts';
import { dollars, email, flag, phone, text } from '../fields.ts';
import { latinNamePattern } from '../members/latin-name.ts';
import { currentAgreementVersion } from './agreement-text.ts';
import { healthConsentText } from '../members/health-consent.ts';
import type { ContractStep } from './contract-steps.ts';
import { onWire } from '../wire-names.ts';

const latinName = <Required extends boolean>(required: Required) =>
  text('Name In Latin Letters', { max: 50, pattern: latinNamePattern, required });

const mustAgree = 'You must check to agree.';

/** The steps' fields of the legal agreement as a member fills them in (spec 3 §3, §5). */
export const agreementForm = z.object({
  /** Omitted by members with digital access. */
  keyFobNumber: onWire('facilityMemberID', keyFobNumber().optional()),
  withdrawalFromBankAccount: bankAccountForm.optional(),
  depositToBankAccount: bankAccountForm.optional(),
  isMemberAgreed: z
    .boolean(mustAgree)
    .refine((agreed) => agreed, { error: mustAgree })
    .meta({ title: 'I have read this agreement and agree to it' })
    .register(fieldMetadata, { kind: 'flag', mustBeTrue: true }),
  /** Required in states that protect visits as consumer health data (shared/members/health-consent.ts). */
  healthDataCollection: flag(healthConsentText.collection).optional(),
  healthDataSharing: flag(healthConsentText.sharing).optional(),
  firstName: text('First Name', { max: 50 }),
  lastName: text('Last Name', { max: 50 }),
  /** Required of members with a name in another script. */
  latinName: latinName(false),
  contactNumber: phone('Contact Number', { max: 14 }),
  email: email('Email', { max: 50 }),
  documentAgreementVersion: z.int().default(currentAgreementVersion),
  /** The displayed monthly dues. If the terms have changed since, signing is refused. */
  memberDuesAmount: dollars('Dues Amount', { most: 999_99, required: false }),
});
export type AgreementForm = z.output<typeof agreementForm>;

/** The same form with all fields of the steps required, so that each step can be validated alone. */
export const agreementFormOf = (steps: readonly ContractStep[], asksLatinName = false) =>
  agreementForm.extend({
    keyFobNumber: onWire(
      'facilityMemberID',
      steps.includes('keyFob') ? keyFobNumber() : keyFobNumber().optional(),
    ),
    latinName: latinName(asksLatinName),
    withdrawalFromBankAccount: steps.includes('withdrawal') ? bankAccountForm : bankAccountForm.optional(),
    depositToBankAccount: steps.includes('deposit') ? bankAccountForm : bankAccountForm.optional(),
  });
