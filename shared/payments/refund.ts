import { isDuesPaidBack } from './dues-paid-back.ts';
import { paymentIdOf } from './payment-id.ts';
import { isReserved } from './payment-state.ts';
import {
  canceled,
  completed,
  memberDues,
  received,
  returned,
  sentExternally,
  submitted,
} from './payment-status.ts';
import type { MemberPayment, Payment } from './payment.ts';

/** The dues that a refund repays. `isReversing`: a file that reverses them is being sent. */
export interface RepaidDues {
  payment: Payment | undefined;
  isReversing: boolean;
}

/** Counterparts of payments: for a refund the dues that it repays, for returned dues their refund. */
export interface Counterparts {
  /** By the id of the refund. */
  repaid: ReadonlyMap<string, RepaidDues>;
  /** By the id of the dues. */
  refunds: ReadonlyMap<string, MemberPayment>;
  /** Ids of dues whose member waits for first dues that were canceled. */
  undecided: ReadonlySet<string>;
}

/** The id of the dues that a refund repays. */
export const repaidDuesId = (refund: MemberPayment): string =>
  paymentIdOf({ ...refund, paymentTypeId: memberDues });

/** True when the dues can no longer come back by themselves: their return window passed, or they were paid by hand. */
const areSettled = ({ status }: Pick<Payment, 'status'>): boolean =>
  status === completed || status === sentExternally;

/** True when the bank returned the dues, a reversal took them back, or they were canceled. */
export const cameBack = ({ status }: Pick<Payment, 'status'>): boolean =>
  status === returned || status === canceled;

/**
 * Why a refund is not sent now, as the sentence that people read; undefined once its dues settled. Sent earlier, it
 * would pay out money that the bank may still take back.
 */
export function refundWait({ payment: dues, isReversing }: RepaidDues): string | undefined {
  if (!dues) return 'The dues that this refund repays were not found.';
  if (cameBack(dues)) return 'The dues that this refund repays were returned or reversed, so it is not sent.';
  if (isReversing) return 'The dues that this refund repays are being reversed, so it is not sent.';
  return areSettled(dues)
    ? undefined
    : 'The dues that this refund repays have not settled. The refund waits until they are completed.';
}

/** Why a payment is not sent because of its counterpart; undefined for a payment that has none. */
export function counterpartReason(
  payment: Payment,
  { repaid, refunds, undecided }: Counterparts,
): string | undefined {
  if (undecided.has(payment.id))
    return 'The first dues were canceled. Decide on the member’s page whether to collect them again or to end the membership.';
  if (isDuesPaidBack(payment))
    return refundWait(repaid.get(payment.id) ?? { payment: undefined, isReversing: false });
  return payment.status === returned && refunds.has(payment.id)
    ? 'These dues were to be refunded when they came back, so they are not collected again.'
    : undefined;
}

/** True when the refund was paid, by the bank or by hand. */
export const wasRefundPaid = ({ status }: Pick<Payment, 'status'>): boolean =>
  status === submitted || status === received || status === completed || status === sentExternally;

/** True when the refund was paid or its entry in a bank file is fixed, so that it can no longer be canceled here. */
export const isRefundCommitted = (refund: Payment): boolean => wasRefundPaid(refund) || isReserved(refund);

/** Why a refund and its dues do not fit together, for the ledger proof; undefined where they do. */
export function refundProblem(refund: Payment, dues: Payment | undefined): string | undefined {
  if (!isDuesPaidBack(refund) || !wasRefundPaid(refund)) return undefined;
  if (!dues) return 'It was paid, but the dues that it repays are missing.';
  if (cameBack(dues)) return 'It was paid, but the dues that it repays were returned or reversed.';
  if (!areSettled(dues)) return 'It was paid before the dues that it repays settled.';
  return refund.amountToBeSent > dues.amountToBeSent ? 'It repays more than was collected.' : undefined;
}
