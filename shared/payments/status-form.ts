import * as z from 'zod';
import { partnerScope, periodId, recordId, recordVersion } from '../ids.ts';
import { programPaymentTypeIdText } from '../programs.ts';
import { wholeNumber, reasonText } from '../fields.ts';
import { numberText } from '../query.ts';
import type { PaymentEvent } from './payment-moves.ts';
import { rowFilter } from './correction.ts';
import { paymentKinds } from './payment.ts';

/** Manual decisions and the payment event of each. */
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

export const reasonForm = z.object({ reason: reasonText() });

/** The selected payments with the versions the user saw. Payments that changed since are not changed. */
export const chosenStatusForm = z.object({
  decision,
  reason: reasonText(),
  payments: z
    .array(z.object({ paymentId: recordId, version: recordVersion }))
    .min(1)
    .max(100),
});

/** All matching payments of a month: one partner's or, for partners and facilities, all. */
export const matchingPayments = {
  kind: z.enum(paymentKinds),
  programPaymentTypeId: programPaymentTypeIdText,
  paymentTypeId: numberText({ least: 1, most: 8 }),
  partnerId: partnerScope.prefault('all'),
  periodId,
  ...rowFilter,
};
export const matchingStatusForm = z.object({
  ...matchingPayments,
  decision,
  reason: reasonText(),
  /** The number of payments the user confirmed. Another number is refused. */
  expectedCount: wholeNumber('Number of payments', { least: 1, most: 10_000_000 }),
});
