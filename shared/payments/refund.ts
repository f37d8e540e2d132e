import type { PeriodId } from '../calendar.ts';
import { isDuesPaidBack, wereDuesSent } from './dues-paid-back.ts';
import {
  paymentIdOf,
  isReserved,
  type MemberPayment,
  type Payment,
  canceled,
  completed,
  memberDues,
  memberReimbursements,
  pending,
  received,
  returned,
  sentExternally,
  submitted,
} from './payment.ts';
import { adjustmentSteps, isVisitAdjustment } from './visit-adjustment.ts';

/** The dues that a refund repays. `isReversing`: a file that reverses them is being sent. */
export interface RepaidDues {
  payment: Payment | undefined;
  isReversing: boolean;
}

/** Counterparts of payments: the dues of a refund, and the refund of returned dues. */
export interface Counterparts {
  /** By refund ID. */
  repaid: ReadonlyMap<string, RepaidDues>;
  /** By dues ID. */
  refunds: ReadonlyMap<string, MemberPayment>;
  /** IDs of dues of members who wait for a decision about canceled first dues. */
  undecided: ReadonlySet<string>;
  /** IDs of reimbursements of months without collected dues. */
  unpaidMonths: ReadonlySet<string>;
}

export const repaidDuesId = (refund: MemberPayment): string =>
  paymentIdOf({ ...refund, paymentTypeId: memberDues });

/** Returns the months that a reimbursement pays for: its own and those of late visits. */
export const monthsPaid = (payment: Pick<Payment, 'periodId' | 'reason'>): PeriodId[] => [
  ...(isVisitAdjustment(payment) ? [] : [payment.periodId]),
  ...adjustmentSteps(payment).flatMap(({ periodId, amount }) => (amount > 0 ? [periodId] : [])),
];

/** Returns the dues of the months that a reimbursement pays for. */
export const duesIdsOf = (payment: MemberPayment): string[] =>
  payment.paymentTypeId !== memberReimbursements || isDuesPaidBack(payment)
    ? []
    : monthsPaid(payment).map((periodId) => repaidDuesId({ ...payment, periodId }));

/**
 * Returns true for dues that are not collected: they wait, were canceled, or were sent and came back. The reimbursement
 * of their month waits.
 */
export const areDuesUncollected = (dues: Payment): boolean => dues.totalPayment > 0 && !wereDuesSent(dues);

/** Returns true for dues that are not collected unless an administrator decides so: they were canceled, or came back. */
export const areDuesUnpaid = (dues: Payment): boolean =>
  areDuesUncollected(dues) && (dues.attempts.length > 0 || dues.status === canceled);

/** Returns true if the dues can no longer be returned: their return window passed, or they were paid externally. */
const areSettled = ({ status }: Pick<Payment, 'status'>): boolean =>
  status === completed || status === sentExternally;

/** Returns true if the dues were returned, reversed, or canceled. */
export const cameBack = ({ status }: Pick<Payment, 'status'>): boolean =>
  status === returned || status === canceled;

/**
 * Returns why a refund is not sent now, or undefined once its dues have settled. An earlier refund would pay out money
 * that the bank can still take back.
 */
export function refundWait({ payment: dues, isReversing }: RepaidDues): string | undefined {
  if (!dues) return 'The dues that this refund repays were not found.';
  if (cameBack(dues)) return 'The dues that this refund repays were returned or reversed, so it is not sent.';
  if (isReversing) return 'The dues that this refund repays are being reversed, so it is not sent.';
  return areSettled(dues)
    ? undefined
    : 'The dues that this refund repays have not settled. The refund waits until they are completed.';
}

export const unpaidMonthReason =
  'The dues of this month are not collected. The payment waits until they are.';

/** Returns why a payment is not sent because of its counterpart, or undefined. */
export function counterpartReason(
  payment: Payment,
  { repaid, refunds, undecided, unpaidMonths }: Counterparts,
): string | undefined {
  if (undecided.has(payment.id))
    return 'The first dues were canceled. On the member’s page, collect them again or end the membership.';
  if (unpaidMonths.has(payment.id)) return unpaidMonthReason;
  if (isDuesPaidBack(payment))
    return refundWait(repaid.get(payment.id) ?? { payment: undefined, isReversing: false });
  return payment.status === returned && refunds.has(payment.id)
    ? 'These dues were to be refunded when they were returned, so they are not collected again.'
    : undefined;
}

/** Returns true if the payment to the member was made by the bank or externally. */
export const wasPaid = ({ status }: Pick<Payment, 'status'>): boolean =>
  status === submitted || status === received || status === completed || status === sentExternally;

/** Returns true if the refund was paid or is in a bank file, so that it can no longer be canceled here. */
export const isRefundCommitted = (refund: Payment): boolean => wasPaid(refund) || isReserved(refund);

/** Returns why a payment was paid back twice, for the ledger proof, or undefined. Only reversed entries return that late. */
export function reversalError({ status, statusAt, attempts }: Payment): string | undefined {
  const reversedAt = status === canceled || status === pending ? statusAt : undefined;
  const isLate = attempts.some(({ returned: back }, index) => {
    const next = attempts[index + 1]?.at ?? reversedAt;
    return back && next !== undefined ? back.at > next : false;
  });
  return isLate ? 'It was reversed and also returned, so it was paid back twice.' : undefined;
}

/**
 * Returns why a reimbursement should not have been paid, for the ledger proof, or undefined: dues of its months were
 * never sent, or had come back before it was sent and were not collected again. Dues that come back later do not count.
 */
export function reimbursementError(payment: Payment, dues: readonly Payment[]): string | undefined {
  const sentAt = payment.attempts.at(-1)?.at;
  if (isDuesPaidBack(payment) || !wasPaid(payment) || sentAt === undefined) return undefined;
  const cameBackBefore = ({ attempts }: Payment): boolean => {
    const back = attempts.at(-1)?.returned;
    return Boolean(back) && (back?.at ?? '') < sentAt;
  };
  if (dues.some((payable) => areDuesUncollected(payable) && payable.attempts.length === 0))
    return 'It was paid although the dues of its month were never collected.';
  return dues.some((payable) => areDuesUnpaid(payable) && cameBackBefore(payable))
    ? 'It was paid although the dues of its month had come back and were not collected again.'
    : undefined;
}

/** Returns why a refund and its dues are inconsistent, for the ledger proof, or undefined. */
export function refundError(refund: Payment, dues: Payment | undefined): string | undefined {
  if (!isDuesPaidBack(refund) || !wasPaid(refund)) return undefined;
  if (!dues) return 'It was paid, but the dues that it repays are missing.';
  if (cameBack(dues)) return 'It was paid, but the dues that it repays were returned or reversed.';
  if (!areSettled(dues)) return 'It was paid before the dues that it repays settled.';
  return refund.amountToBeSent > dues.amountToBeSent ? 'It repays more than was collected.' : undefined;
}
