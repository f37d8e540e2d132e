import { Refusal } from '../refusal.ts';
import {
  canceled,
  completed,
  paymentStatusName,
  pending,
  received,
  returned,
  sentExternally,
  submitted,
  type PaymentStatus,
} from './payment-status.ts';
import type { Payment, PaymentAttempt } from './payment.ts';
import { isReplaceable } from './regeneration.ts';
import { isReserved, type PaymentState } from './payment-state.ts';

/** What each event has to say. `at` is the ISO instant of the move, `trace` the entry's number in the bank file. */
export interface PaymentEventContexts {
  /** The payment's file was delivered. */
  submit: { at: string; trace: string | null };
  /** The bank confirmed the file, or its statement shows it. */
  acknowledge: { at: string };
  /** The return window of two banking days has passed. */
  settle: { at: string };
  /** `code` is the bank's reason, such as R01. The payment is in no file any more. */
  returnPayment: { at: string; code: string | null };
  /** A returned payment went out again in another file: an attempt of its own. */
  retry: { at: string; trace: string | null };
  /** By hand, before anything is sent or after it came back. */
  cancel: { at: string };
  markSentExternally: { at: string };
  /** A reversal of what was sent went to the bank. */
  reverse: { at: string };
  /** Canceled first dues are collected after all. */
  collectAgain: { at: string };
}
export type PaymentEvent = keyof PaymentEventContexts;

/** Every move of a payment: event → status before → status after (decision 36). What is not here is refused. */
const moves: Record<PaymentEvent, Partial<Record<PaymentStatus, PaymentStatus>>> = {
  submit: { [pending]: submitted },
  acknowledge: { [submitted]: received },
  settle: { [received]: completed },
  returnPayment: { [submitted]: returned, [received]: returned, [completed]: returned },
  retry: { [returned]: submitted },
  cancel: { [pending]: canceled, [returned]: canceled },
  markSentExternally: { [pending]: sentExternally, [returned]: sentExternally },
  reverse: { [submitted]: canceled, [received]: canceled, [completed]: canceled },
  collectAgain: { [canceled]: pending },
};

/** What a generation may make: a payment to be sent, a note that nothing is due, one paid outside of the portal. */
export const bornStatuses: readonly PaymentStatus[] = [pending, canceled, sentExternally];

const refusals: Record<PaymentEvent, string> = {
  submit: 'Only a Pending payment can be submitted.',
  acknowledge: 'Only a submitted payment can be received by the bank.',
  settle: 'Only a payment that the bank received can be completed.',
  returnPayment: 'Only a payment that was sent can be returned.',
  retry: 'Only a returned payment can be sent again.',
  cancel: 'Only a Pending or returned payment can be canceled.',
  markSentExternally: 'Only a Pending or returned payment can be marked as Sent Externally.',
  reverse: 'Only a payment that was sent can be reversed.',
  collectAgain: 'Only canceled dues can be collected again.',
};

const byHand: readonly PaymentEvent[] = ['cancel', 'markSentExternally'];

function whyNot(payment: PaymentState, event: PaymentEvent): string | undefined {
  if (moves[event][payment.status] === undefined)
    return `${refusals[event]} This one is ${paymentStatusName(payment.status)}.`;
  return byHand.includes(event) && isReserved(payment)
    ? 'This payment is in a bank file. Nothing was changed. Wait until the file is sent or canceled.'
    : undefined;
}

/** True when the event may happen to the payment now. */
export const canMovePayment = (payment: PaymentState, event: PaymentEvent): boolean =>
  whyNot(payment, event) === undefined;

/**
 * The payment after an event, with the day of the status and its attempts. Nothing else changes a status. Refuses
 * ('conflict') an event that the present status does not allow, and what is decided by hand while a file holds the
 * payment.
 */
export function movePayment<One extends Payment, Event extends PaymentEvent>(
  payment: One,
  event: Event,
  context: PaymentEventContexts[Event],
): One {
  const status = moves[event][payment.status];
  const problem = whyNot(payment, event);
  if (problem || status === undefined) throw new Refusal('conflict', problem ?? refusals[event]);
  return { ...payment, status, statusAt: context.at, ...traces[event](payment, context) };
}

type Traces = Partial<Pick<Payment, 'bankFileId' | 'attempts'>>;

const attempted = (payment: Payment, { at, trace }: PaymentEventContexts['submit']): Traces => ({
  attempts: [
    ...payment.attempts,
    { bankFileId: payment.bankFileId, trace, at, amount: payment.amountToBeSent, returned: null },
  ],
});
const unchanged = (): Traces => ({});

const traces: {
  [Event in PaymentEvent]: (payment: Payment, context: PaymentEventContexts[Event]) => Traces;
} = {
  submit: attempted,
  acknowledge: unchanged,
  settle: unchanged,
  returnPayment: ({ attempts }, { at, code }) => ({
    bankFileId: null,
    attempts: attempts.map((one, place): PaymentAttempt =>
      place === attempts.length - 1 ? { ...one, returned: { at, code } } : one,
    ),
  }),
  retry: attempted,
  cancel: unchanged,
  markSentExternally: unchanged,
  reverse: unchanged,
  // a reversed payment still names the file that it went out in
  collectAgain: () => ({ bankFileId: null }),
};

/** True when one event, or none, leads from one status to the other: what a stored payment may change by. */
export const isPaymentMove = (before: PaymentStatus, after: PaymentStatus): boolean =>
  before === after || Object.values(moves).some((row) => row[before] === after);

/** True when the stored payment may become the other: by an event, or replaced by a generation as it was born. */
export const mayBecome = (before: Payment, after: Payment): boolean =>
  isPaymentMove(before.status, after.status) ||
  (isReplaceable(before) && bornStatuses.includes(after.status));
