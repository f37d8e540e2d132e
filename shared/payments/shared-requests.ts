import * as z from 'zod';
import { dollars } from '../fields.ts';
import { reasonText } from '../reason.ts';
import { recordId, partnerScope } from '../ids.ts';
import { programPaymentTypeIdText } from '../programs.ts';
import { numberText, yesNoText } from '../query.ts';
import { amountHeader } from './correction.ts';

/** What the endpoints of partner and facility payments share. */
export const admin = ['systemAdmin'] as const;

/** Narrows a list down: one partner or all, and only the corrected payments. */
export const narrowed = {
  partnerId: partnerScope.prefault('all'),
  showCorrectedOnly: yesNoText().default(false),
};

/** Whether payments have been generated already. */
export const exists = z.object({ doPaymentsExist: z.boolean() });

const onePayment = {
  programTypeId: numberText().default(1),
  programPaymentTypeId: programPaymentTypeIdText,
  paymentId: recordId,
  /** The version that was shown; a change made meanwhile by someone else is then refused. */
  version: z.int().nonnegative().optional(),
};

/** A corrected amount; that it is not more than the total is known with the payment. */
export const amountForm = z.object({
  ...onePayment,
  amountToBeSent: dollars(amountHeader, { most: 9_999_999_999 }),
  reason: reasonText(),
});
export const undoForm = z.object(onePayment);
