import { periodName, showDate, type CalendarDate, type PeriodId } from '../calendar.ts';
import type { Cents } from '../money.ts';
import { ordinal } from '../number-words.ts';
import {
  paymentIdOf,
  byPaycheck,
  canceled,
  memberReimbursements,
  pending,
  returned,
  sentExternally,
  type MemberPayment,
  type Payment,
  type PaymentReason,
} from './payment.ts';

const rule = 'late visits 1';

/** Returns true for a payment of late visits. Generations never create, change, or remove one. */
export const isVisitAdjustment = ({ reason }: Pick<Payment, 'reason'>): boolean => reason.rule === rule;

/** Returns the ID of a member's adjustment in a month, at most one per member and month. */
export const visitAdjustmentId = (name: Omit<Parameters<typeof paymentIdOf>[0], 'paymentTypeId'>): string =>
  `${paymentIdOf({ ...name, kind: 'member', paymentTypeId: memberReimbursements } as Parameters<typeof paymentIdOf>[0])}-late`;

/** A step for another month. Amounts are in cents; negative ones recover a withdrawn visit. */
export type AdjustmentStep = PaymentReason['steps'][number] & { periodId: PeriodId };

const isAdjustment = (step: PaymentReason['steps'][number]): step is AdjustmentStep =>
  step.periodId !== undefined;

export const adjustmentSteps = ({ reason }: Pick<Payment, 'reason'>): AdjustmentStep[] =>
  reason.steps.filter(isAdjustment);

const sum = (steps: readonly { amount: Cents }[]): Cents =>
  steps.reduce((total, { amount }) => total + amount, 0);

/** Returns the part of a payment's total that was counted for a month, in cents; negative for a reduction. */
function countedFor(payment: Payment, periodId: PeriodId): Cents {
  const steps = adjustmentSteps(payment);
  const isOwn = !isVisitAdjustment(payment) && payment.periodId === periodId;
  return (
    sum(steps.filter((step) => step.periodId === periodId)) + (isOwn ? payment.totalPayment - sum(steps) : 0)
  );
}

/** A part of a reimbursement, in cents. */
export interface MonthPart {
  periodId: PeriodId;
  amount: Cents;
}

/** Returns the months that a reimbursement pays for, with what is sent for each: its own and those of late visits. */
export function partsByMonth(payment: Payment): MonthPart[] {
  const steps = adjustmentSteps(payment);
  const own = { periodId: payment.periodId, amount: payment.totalPayment - sum(steps) };
  const parts = [...(isVisitAdjustment(payment) ? [] : [own]), ...steps].filter(({ amount }) => amount > 0);
  // withdrawn visits and corrections reduce the amount
  let reduced = sum(parts) - payment.amountToBeSent;
  return parts.flatMap(({ periodId, amount }) => {
    const part = amount - Math.min(amount, reduced);
    reduced -= amount - part;
    return part > 0 ? [{ periodId, amount: part }] : [];
  });
}

/** Returns a reimbursement without the parts of months that are not reimbursed. */
export function withoutMonths<SomePayment extends Payment>(
  payment: SomePayment,
  months: Pick<ReadonlySet<PeriodId>, 'has'>,
): SomePayment {
  const isOwnDropped = !isVisitAdjustment(payment) && months.has(payment.periodId);
  const steps = payment.reason.steps.filter(({ periodId }) =>
    periodId === undefined ? !isOwnDropped : !months.has(periodId),
  );
  const totalPayment = sum(steps);
  const amountToBeSent = sum(partsByMonth(payment).filter(({ periodId }) => !months.has(periodId)));
  return {
    ...payment,
    totalPayment,
    amountToBeSent: Math.min(totalPayment, amountToBeSent),
    reason: { ...payment.reason, steps },
  };
}

/** Returns the cents that other payments already settled for a month. */
export const settledElsewhere = (periodId: PeriodId, others: readonly Payment[]): Cents =>
  Math.max(
    0,
    others.reduce((cents, payment) => cents + countedFor(payment, periodId), 0),
  );

/** Returns the part that reached the member or is on its way; nothing of payments that came back or were canceled. */
function paidFor(payment: Payment, periodId: PeriodId): Cents {
  const counted = countedFor(payment, periodId);
  if (counted <= 0) return counted;
  const isDeclined = payment.status === canceled && payment.totalPayment > 0;
  if (isDeclined || payment.status === returned) return 0;
  const reductions = sum(adjustmentSteps(payment).filter(({ amount }) => amount < 0));
  return Math.min(counted, payment.amountToBeSent - reductions);
}

/** The reimbursement that a member's visits earn in a month. */
export interface EarnedMonth {
  periodId: PeriodId;
  earned: Cents;
  visits: number;
  required: number;
}

/**
 * Returns the cents that a month lacks (positive) or that the member received too much (negative), given all payments
 * that can count for it. A canceled or returned payment is a decision of its own: its amount is neither paid again nor
 * recovered.
 */
export function residualOf({ periodId, earned }: EarnedMonth, payments: readonly Payment[]): Cents {
  const total = (part: typeof countedFor) =>
    payments.reduce((cents, payment) => cents + part(payment, periodId), 0);
  const counted = total(countedFor);
  return earned >= counted ? earned - counted : Math.min(0, earned - total(paidFor));
}

interface Adjusting {
  /** Earlier months, oldest first. */
  months: readonly EarnedMonth[];
  /** All payments of these months except the one that the steps are for. */
  others: readonly Payment[];
  /** The stored payment that is replaced; its steps of unchanged amounts keep their text. */
  before: Payment | undefined;
  /** The amount of the payment without adjustments, in cents. */
  own: Cents;
  today: CalendarDate;
  /** Leaves what is to be paid to another payment. */
  reductionsOnly?: boolean;
}

/**
 * Returns the steps that settle earlier months in one payment. Reductions take at most the amount of the payment; the
 * rest waits for the next one, so that a withdrawn visit never causes a debit.
 */
export function stepsFor({
  months,
  others,
  before,
  own,
  today,
  reductionsOnly = false,
}: Adjusting): AdjustmentStep[] {
  const residuals = months
    .map((month) => ({ month, amount: residualOf(month, others) }))
    .filter(({ amount }) => amount < 0 || !reductionsOnly);
  const steps = before ? adjustmentSteps(before) : [];
  let left = own + sum(residuals.filter(({ amount }) => amount > 0));
  return residuals.flatMap(({ month, amount: residual }): AdjustmentStep[] => {
    const amount = Math.max(residual, -left);
    if (amount === 0 || residual === 0) return [];
    if (amount < 0) left += amount;
    const { periodId } = month;
    const same = steps.find((step) => step.periodId === periodId && step.amount === amount);
    return [same ?? { what: textOf(month, amount, today), amount, periodId }];
  });
}

function textOf({ periodId, visits, required }: EarnedMonth, amount: Cents, today: CalendarDate): string {
  const what =
    amount > 0
      ? `${ordinal(required)} visit reported on ${showDate(today)}`
      : `visit withdrawn, ${visits} of ${required} visits`;
  return `${periodName(periodId)}: ${what}`;
}

/** Returns true if late and withdrawn visits can still change the payment: it was not sent, and no user decided it. */
export const isAdjustable = ({
  status,
  bankFileId,
  memberBillingTypeId,
  totalPayment,
  amountToBeSent,
}: MemberPayment) =>
  bankFileId === null &&
  (status === pending ||
    (status === sentExternally && memberBillingTypeId === byPaycheck && totalPayment === amountToBeSent));

/**
 * Returns the payment of adjustments in the open month, in the form of the month's reimbursement. `like` is any
 * reimbursement of the member.
 */
export function visitAdjustment(
  like: MemberPayment,
  steps: AdjustmentStep[],
  {
    periodId,
    now,
    ...own
  }: Pick<MemberPayment, 'periodId' | 'memberBillingTypeId' | 'payeeToken' | 'status'> & { now: Date },
): MemberPayment {
  const { ledger: _, announced: _announced, ...payment } = like;
  return {
    ...payment,
    ...own,
    id: visitAdjustmentId({ ...like, periodId }),
    periodId,
    totalPayment: sum(steps),
    amountToBeSent: sum(steps),
    statusAt: now.toISOString(),
    bankFileId: null,
    attempts: [],
    generationId: `late visits ${like.memberId}`,
    reason: { rule, steps },
    version: 0,
  };
}
