import { Refusal } from '../refusal.ts';
import {
  canceled,
  completed,
  memberDues,
  paymentStatusName,
  pending,
  received,
  returned,
  sentExternally,
  submitted,
  type PaymentStatus,
  type PaidAgain,
  type Payment,
  type PaymentAttempt,
  isOfKind,
  isReserved,
  type PaymentState,
} from './payment.ts';
import { isDuesPaidBack } from './dues-paid-back.ts';
import { isPaycheckReimbursement } from './reimbursement-wait.ts';
import { isReplaceable } from './regeneration.ts';

/** The data of each event. `at` is the ISO instant, `trace` the entry's trace number in the bank file. */
export interface PaymentEventContexts {
  submit: { at: string; trace: string | null };
  /** The bank confirmed the file, or its statement contains the file. */
  acknowledge: { at: string };
  /** The return window of two banking days has passed. */
  settle: { at: string };
  /** `code` is the bank's return code, such as R01. The payment is no longer in a file. */
  returnPayment: { at: string; code: string | null };
  /** A returned payment was sent again in another file, as a new attempt. */
  retry: { at: string; trace: string | null };
  /** Canceled by a user, before it is sent or after it was returned. */
  cancel: { at: string };
  markSentExternally: { at: string };
  reverse: { at: string };
  /** The bank returned the reversal, so the reversed attempt stands: the money stays where it was sent. */
  returnReversal: { at: string };
  /** A payment that was canceled because dues came back or are owed is made after all. */
  restore: { at: string };
  /** A canceled payment is sent again. Only canceled first dues need no second administrator (`again`). */
  payAgain: { at: string; again?: PaidAgain };
}
export type PaymentEvent = keyof PaymentEventContexts;

/** Transitions of a payment: event → status before → status after (decision 8). All others are refused. */
const moves: Record<PaymentEvent, Partial<Record<PaymentStatus, PaymentStatus>>> = {
  submit: { [pending]: submitted },
  acknowledge: { [submitted]: received },
  settle: { [received]: completed },
  returnPayment: { [submitted]: returned, [received]: returned, [completed]: returned },
  retry: { [returned]: submitted },
  cancel: { [pending]: canceled, [returned]: canceled },
  markSentExternally: { [pending]: sentExternally, [returned]: sentExternally },
  reverse: { [submitted]: canceled, [received]: canceled, [completed]: canceled },
  returnReversal: { [canceled]: completed },
  restore: { [canceled]: pending },
  payAgain: { [canceled]: pending },
};

/** Statuses a generation can create: payable, nothing due, or paid outside the portal. */
export const initialStatuses: readonly PaymentStatus[] = [pending, canceled, sentExternally];

const refusals: Record<PaymentEvent, string> = {
  submit: 'Only a Pending payment can be submitted.',
  acknowledge: 'Only a submitted payment can be received by the bank.',
  settle: 'Only a payment that the bank received can be completed.',
  returnPayment: 'Only a payment that was sent can be returned.',
  retry: 'Only a returned payment can be sent again.',
  cancel: 'Only a Pending or returned payment can be canceled.',
  markSentExternally: 'Only a Pending or returned payment can be marked as Sent Externally.',
  reverse: 'Only a payment that was sent can be reversed.',
  returnReversal: 'Only a reversed payment can stand again.',
  restore: 'Only a canceled payment can be restored.',
  payAgain: 'Only a canceled payment can be paid again.',
};

const byHand: readonly PaymentEvent[] = ['cancel', 'markSentExternally'];

const isDues = ({ kind, paymentTypeId }: Pick<Payment, 'kind' | 'paymentTypeId'>): boolean =>
  kind === 'member' && paymentTypeId === memberDues;

function whyNot(payment: PaymentState, event: PaymentEvent): string | undefined {
  if (moves[event][payment.status] === undefined)
    return `${refusals[event]} This one is ${paymentStatusName(payment.status)}.`;
  return byHand.includes(event) && isReserved(payment)
    ? 'This payment is in a bank file. Nothing was changed. Wait until the file is sent or canceled.'
    : undefined;
}

export const canMovePayment = (payment: PaymentState, event: PaymentEvent): boolean =>
  whyNot(payment, event) === undefined;

/**
 * Returns the payment after an event, with the day of its status and its attempts. This is the only way to change a
 * status. Refuses ('conflict') an event that the current status does not allow, and a manual decision while the payment
 * is in a bank file.
 */
export function movePayment<SomePayment extends Payment, Event extends PaymentEvent>(
  payment: SomePayment,
  event: Event,
  context: PaymentEventContexts[Event],
): SomePayment {
  const status = moves[event][payment.status];
  const again = 'again' in context ? context.again : undefined;
  const error =
    event === 'payAgain' && !again && !isDues(payment) ? refusals.payAgain : whyNot(payment, event);
  if (error || status === undefined) throw new Refusal('conflict', error ?? refusals[event]);
  return { ...payment, status, statusAt: context.at, ...traces[event](payment, context) };
}

type Traces = Partial<
  Pick<Payment, 'bankFileId' | 'attempts' | 'paidAgain' | 'payAgainRequest' | 'isUnpaidMonth'>
>;

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
    attempts: attempts.map((attempt, index): PaymentAttempt =>
      index === attempts.length - 1 ? { ...attempt, returned: { at, code } } : attempt,
    ),
  }),
  retry: attempted,
  cancel: unchanged,
  markSentExternally: unchanged,
  reverse: unchanged,
  // a payment that was to be paid again is in no file, but its reversed attempt is
  returnReversal: ({ attempts, bankFileId }) => ({
    bankFileId: attempts.at(-1)?.bankFileId ?? bankFileId,
    paidAgain: undefined,
    payAgainRequest: null,
  }),
  restore: () => ({ bankFileId: null, isUnpaidMonth: undefined, payAgainRequest: null }),
  // a reversed payment still references the file in which it was sent
  payAgain: (_, { again }) => ({
    bankFileId: null,
    isUnpaidMonth: undefined,
    ...(again && { paidAgain: again, payAgainRequest: null }),
  }),
};

/** Returns true if a stored payment can change between the statuses by one event or none. */
export const isPaymentMove = (before: PaymentStatus, after: PaymentStatus): boolean =>
  before === after || Object.values(moves).some((row) => row[before] === after);

/** Returns true if the stored payment can change by an event, be restored, or be replaced by a generation. */
export const canBecome = (before: Payment, after: Payment): boolean =>
  (isPaymentMove(before.status, after.status) &&
    (before.status !== canceled ||
      after.status === completed ||
      isDues(before) ||
      isDuesPaidBack(before) ||
      after.paidAgain?.at === after.statusAt)) ||
  before.status === after.status ||
  (isOfKind(before, 'member') && isPaycheckReimbursement(before) && after.status === canceled) ||
  ((isReplaceable(before) || before.isUnpaidMonth === true) && initialStatuses.includes(after.status));
