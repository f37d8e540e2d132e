import * as z from 'zod';
import { periodName, type PeriodId } from '../calendar.ts';
import type { Cents } from '../money.ts';
import { isDuesPaidBack } from '../payments/dues-paid-back.ts';
import {
  byPaycheck,
  canceled,
  completed,
  memberDues,
  pending,
  returned,
  sentExternally,
  type Payment,
} from '../payments/payment.ts';
import { adjustmentSteps, isVisitAdjustment } from '../payments/visit-adjustment.ts';
import { numberText } from '../query.ts';

export const statementFormats = ['pdf', 'xlsx'] as const;
export const statementYear = () => numberText({ least: 2000, most: 2999 });
export const statementFormat = z.enum(statementFormats);

/** One payment of a statement. Amounts are in cents; canceled and returned payments are 0. */
interface StatementLine {
  periodId: PeriodId;
  yearMonth: string;
  what: 'Dues' | 'Reimbursement' | 'Dues paid back' | 'Late visits';
  amount: Cents;
  status: string;
  /** True if the money has moved for good; only then is it in the totals. */
  isSettled: boolean;
}

export interface Statement {
  lines: StatementLine[];
  /** Cents. */
  duesPaid: Cents;
  paidBack: Cents;
}

export const monthsOfYear = (year: number): PeriodId[] =>
  Array.from({ length: 12 }, (_, month) => `${year}${String(month + 1).padStart(2, '0')}`);

type MemberPayment = Extract<Payment, { kind: 'member' }>;

/**
 * Returns a member's dues and reimbursements by month with the totals of settled payments. `waiting` has the IDs of
 * reimbursements that wait for dues.
 */
export function statementOf(payments: readonly Payment[], waiting: { has(id: string): boolean }): Statement {
  const lines = payments
    .filter((payment) => payment.kind === 'member')
    .toSorted((a, b) => a.periodId.localeCompare(b.periodId) || a.id.localeCompare(b.id))
    .map((payment) => lineOf(payment, waiting.has(payment.id)));
  const sum = (isDues: boolean) =>
    lines
      .filter(({ what, isSettled }) => isSettled && (what === 'Dues') === isDues)
      .reduce((total, { amount }) => total + amount, 0);
  return { lines, duesPaid: sum(true), paidBack: sum(false) };
}

function lineOf(payment: MemberPayment, isWaiting: boolean): StatementLine {
  const { periodId, status, paymentTypeId, amountToBeSent } = payment;
  const isDues = paymentTypeId === memberDues;
  return {
    periodId,
    yearMonth: periodName(periodId),
    what: whatOf(payment),
    amount: status === canceled || status === returned ? 0 : amountToBeSent,
    status: isWaiting ? 'Not paid yet' : statusText(payment, isDues),
    isSettled: !isWaiting && (status === completed || status === sentExternally),
  };
}

function whatOf(payment: MemberPayment): StatementLine['what'] {
  if (payment.paymentTypeId === memberDues) return 'Dues';
  if (isDuesPaidBack(payment)) return 'Dues paid back';
  return isVisitAdjustment(payment) ? 'Late visits' : 'Reimbursement';
}

function statusText(payment: MemberPayment, isDues: boolean): string {
  const { status, memberBillingTypeId, totalPayment } = payment;
  switch (status) {
    case pending:
      return isDues ? 'Not withdrawn yet' : 'Not paid yet';
    case canceled:
      if (isDues || totalPayment > 0) return 'Canceled';
      return adjustmentSteps(payment).length > 0 ? 'Reduced by withdrawn visits' : 'Too few visits';
    case returned:
      return 'Returned by your bank';
    case completed:
      return isDues ? 'Withdrawn' : 'Paid';
    case sentExternally:
      return memberBillingTypeId === byPaycheck ? 'With your paycheck' : 'Paid outside this portal';
    default:
      return 'On its way';
  }
}
