import * as z from 'zod';
import { partnerScope, periodId, recordId } from '../ids.ts';
import { programPaymentTypeIdText } from '../programs.ts';
import { wholeNumber } from '../fields.ts';
import { reasonText } from '../reason.ts';
import { numberText } from '../query.ts';
import type { PaymentEvent } from './payment-moves.ts';
import { paymentKinds } from './payment.ts';

/** What a person decides about payments by hand, and the event that each is. */
export const decisions = {
  cancel: { event: 'cancel', action: 'Cancel payments', done: 'canceled' },
  markSentExternally: {
    event: 'markSentExternally',
    action: 'Mark as Sent Externally',
    done: 'marked as Sent Externally',
  },
} as const satisfies Record<string, { event: PaymentEvent; action: string; done: string }>;
export type Decision = keyof typeof decisions;
export const decision = z.enum(['cancel', 'markSentExternally']);

/** The reason by itself, for the popup. */
export const reasonForm = z.object({ reason: reasonText() });

/** Chosen payments, each as it was shown: one that someone changed since is left alone. */
export const chosenStatusForm = z.object({
  decision,
  reason: reasonText(),
  payments: z
    .array(z.object({ paymentId: recordId, version: z.int().nonnegative() }))
    .min(1)
    .max(100),
});

/** All payments of a filter: a month's of one partner or, for partners and facilities, of all of them. */
export const matchingPayments = {
  kind: z.enum(paymentKinds),
  programPaymentTypeId: programPaymentTypeIdText,
  paymentTypeId: numberText({ least: 1, most: 8 }),
  partnerId: partnerScope.prefault('all'),
  periodId,
};
export const matchingStatusForm = z.object({
  ...matchingPayments,
  decision,
  reason: reasonText(),
  /** How many payments were named before; another number is refused. */
  expectedCount: wholeNumber('Number of payments', { least: 1, most: 10_000_000 }),
});
