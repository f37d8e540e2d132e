import * as z from 'zod';
import { dollars, reasonText } from '../fields.ts';
import { recordId, partnerScope, recordVersion } from '../ids.ts';
import { programPaymentTypeIdText } from '../programs.ts';
import { numberText, yesNoText } from '../query.ts';
import { amountHeader } from './correction.ts';

export const admin = ['systemAdmin'] as const;

/** Filters a list by partner and to corrected payments. */
export const narrowed = {
  partnerId: partnerScope.prefault('all'),
  showCorrectedOnly: yesNoText().default(false),
};

export const exists = z.object({ doPaymentsExist: z.boolean() });

const paymentSelection = {
  programTypeId: numberText().default(1),
  programPaymentTypeId: programPaymentTypeIdText,
  paymentId: recordId,
  /** The version that the user saw. A concurrent change results in a conflict. */
  version: recordVersion.optional(),
};

/** A corrected amount. Its upper limit, the total, is checked when the payment is loaded. */
export const amountForm = z.object({
  ...paymentSelection,
  amountToBeSent: dollars(amountHeader, { most: 9_999_999_999 }),
  reason: reasonText(),
});
export const undoForm = z.object(paymentSelection);
