import { showMoney, type Cents } from '../money.ts';
import { Refusal } from '../refusal.ts';
import {
  isReserved,
  type PaymentState,
  type Payment,
  partnerReimbursements,
  pending,
  returned,
  sentExternally,
} from './payment.ts';
import * as z from 'zod';
import { dollars, reasonText } from '../fields.ts';
import { recordId, partnerScope, recordVersion } from '../ids.ts';
import { programPaymentTypeIdText } from '../programs.ts';
import { numberText, yesNoText } from '../query.ts';

/** The column's header; messages about the amount begin with it (spec 3 §5). */
export const amountHeader = 'Amount to be sent';

type Summarizing = Partial<Pick<Payment, 'paymentTypeId'>>;
type State = Pick<Payment, 'status' | 'bankFileId' | 'totalPayment' | 'amountToBeSent'> &
  Summarizing &
  Partial<Pick<Payment, 'paidAgain'>>;

/** Paycheck summaries are derived from other payments. */
const isSummary = ({ paymentTypeId }: Summarizing): boolean => paymentTypeId === partnerReimbursements;

const editableStatuses: readonly number[] = [pending, returned, sentExternally];

/** Returns false while the payment is in a bank file, because the file's bytes are fixed. */
export const isEditable = (payment: PaymentState & Summarizing): boolean =>
  editableStatuses.includes(payment.status) && !isReserved(payment) && !isSummary(payment);

export const isCorrected = ({
  totalPayment,
  amountToBeSent,
}: Pick<State, 'totalPayment' | 'amountToBeSent'>): boolean => amountToBeSent !== totalPayment;

/** True if an amount is above the one that another administrator approved when the payment was paid again. */
const isAboveApproved = ({ paidAgain }: State, amount: Cents): boolean =>
  paidAgain?.amount !== undefined && amount > paidAgain.amount;

function mustBeApproved(payment: State, amount: Cents): void {
  if (isAboveApproved(payment, amount))
    throw new Refusal(
      'conflict',
      `Another administrator approved that ${showMoney(payment.paidAgain?.amount ?? 0)} are paid again. The amount cannot be higher.`,
    );
}

/** Returns true if the amount is below the total, editable (spec 3 §4), and the total is not above an approved amount. */
export const canUndo = (payment: State): boolean =>
  isEditable(payment) &&
  payment.amountToBeSent < payment.totalPayment &&
  !isAboveApproved(payment, payment.totalPayment);

function mustBeEditable(payment: State): void {
  if (isEditable(payment)) return;
  if (isSummary(payment))
    throw new Refusal(
      'conflict',
      'This amount is the sum of the paycheck payments, so it cannot be changed.',
    );
  throw new Refusal(
    'conflict',
    isReserved(payment)
      ? 'This payment is in a bank file, so its amount cannot be changed.'
      : 'The amount can be changed only while a payment is Pending, Returned by US Bank or Sent Externally.',
  );
}

/** The error for an amount above the total. */
export const aboveTotal = ({ totalPayment }: Pick<State, 'totalPayment'>): string =>
  `${amountHeader} can't be more than the total payment of ${showMoney(totalPayment)}.`;

/**
 * Returns the payment with a corrected amount, in cents. Refuses a negative amount, an amount above the total, and a
 * status that is not editable.
 */
export function corrected<SomeState extends State>(record: SomeState, amount: Cents): SomeState {
  mustBeEditable(record);
  if (!Number.isInteger(amount) || amount < 0)
    throw new Refusal('invalid', `${amountHeader} must be at least $0.00.`, 'amountToBeSent');
  mustBeApproved(record, amount);
  if (amount > record.totalPayment) throw new Refusal('invalid', aboveTotal(record), 'amountToBeSent');
  return { ...record, amountToBeSent: amount };
}

/** Returns the payment with its total as the amount. Refuses if there is no correction or the status is not editable. */
export function undone<SomeState extends State>(payment: SomeState): SomeState {
  mustBeEditable(payment);
  if (payment.amountToBeSent >= payment.totalPayment)
    throw new Refusal('conflict', 'No correction to undo. The full amount will be sent.');
  mustBeApproved(payment, payment.totalPayment);
  return { ...payment, amountToBeSent: payment.totalPayment };
}

export const admin = ['systemAdmin'] as const;

export const showReturnedOnly = yesNoText().default(false);

/** Filters payments to corrected and to returned ones. */
export const rowFilter = { showCorrectedOnly: yesNoText().default(false), showReturnedOnly };

/** Filters a list by partner and to corrected and returned payments. */
export const narrowed = { partnerId: partnerScope.prefault('all'), ...rowFilter };

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
