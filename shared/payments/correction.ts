import { showMoney, type Cents } from '../money.ts';
import { Refusal } from '../refusal.ts';
import { isReserved, type PaymentState } from './payment-state.ts';
import { partnerReimbursements, pending, returned, sentExternally } from './payment-status.ts';
import type { Payment } from './payment.ts';

/** The column's header; a message about the amount begins with it (spec 3 §5). */
export const amountHeader = 'Amount to be sent';

type Summarizing = Partial<Pick<Payment, 'paymentTypeId'>>;
type State = Pick<Payment, 'status' | 'bankFileId' | 'totalPayment' | 'amountToBeSent'> & Summarizing;

/** The sum of what goes by paycheck follows from other payments. */
const isSummary = ({ paymentTypeId }: Summarizing): boolean => paymentTypeId === partnerReimbursements;

/** The statuses in which the amount may be corrected: Pending, Returned by US Bank, Sent Externally (spec 3 §4). */
const editableStatuses: readonly number[] = [pending, returned, sentExternally];

/** May the amount be corrected? Not while a bank file holds the payment: its bytes are fixed. */
export const isEditable = (payment: PaymentState & Summarizing): boolean =>
  editableStatuses.includes(payment.status) && !isReserved(payment) && !isSummary(payment);

/** A correction is an amount to be sent that differs from the total payment (spec 3 §4). */
export const isCorrected = ({
  totalPayment,
  amountToBeSent,
}: Pick<State, 'totalPayment' | 'amountToBeSent'>): boolean => amountToBeSent !== totalPayment;

/** May the correction be undone? Only while the amount is below the total (spec 3 §4). */
export const mayUndo = (one: State): boolean => isEditable(one) && one.amountToBeSent < one.totalPayment;

function mustBeEditable(one: State): void {
  if (isEditable(one)) return;
  if (isSummary(one))
    throw new Refusal(
      'conflict',
      'This amount is the sum of what goes by paycheck, so it cannot be changed.',
    );
  throw new Refusal(
    'conflict',
    isReserved(one)
      ? 'This payment is in a bank file, so its amount cannot be changed.'
      : 'The amount can be changed only while a payment is Pending, Returned by US Bank or Sent Externally.',
  );
}

/**
 * The payment with a corrected amount, in cents. Refuses a negative amount, one above the total, and a wrong status.
 */
export function corrected<One extends State>(one: One, amount: Cents): One {
  mustBeEditable(one);
  if (!Number.isInteger(amount) || amount < 0)
    throw new Refusal('invalid', `${amountHeader} must be at least $0.00.`, 'amountToBeSent');
  if (amount > one.totalPayment)
    throw new Refusal(
      'invalid',
      `${amountHeader} can't be more than the total payment of ${showMoney(one.totalPayment)}.`,
      'amountToBeSent',
    );
  return { ...one, amountToBeSent: amount };
}

/** The payment with its total as the amount again. Refuses when there is nothing to undo, and a wrong status. */
export function undone<One extends State>(one: One): One {
  mustBeEditable(one);
  if (one.amountToBeSent >= one.totalPayment)
    throw new Refusal('conflict', 'No correction to undo. The full amount will be sent.');
  return { ...one, amountToBeSent: one.totalPayment };
}
