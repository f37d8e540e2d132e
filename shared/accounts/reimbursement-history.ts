import * as z from 'zod';
import {
  addDays,
  nextPeriod,
  periodName,
  periodStart,
  showDate,
  type CalendarDate,
  type PeriodId,
} from '../calendar.ts';
import { waitingReason } from '../bank-files/exclusion.ts';
import type { Member } from '../members/member.ts';
import { reimburses } from '../group-memberships/group-membership-rules.ts';
import type { GroupMembership } from '../group-memberships/group-membership.ts';
import { versionsOf } from '../group-memberships/terms-versions.ts';
import { money } from '../money.ts';
import { isDuesPaidBack } from '../payments/dues-paid-back.ts';
import {
  byPaycheck,
  canceled,
  completed,
  memberReimbursements,
  pending,
  returned,
  sentExternally,
  type Payment,
} from '../payments/payment.ts';
import type { ReimbursementWait } from '../payments/reimbursement-wait.ts';
import { adjustmentSteps } from '../payments/visit-adjustment.ts';
import { closedPeriods, notClosedYet } from '../periods/period.ts';
import { Refusal } from '../refusal.ts';
import { onWire } from '../wire-names.ts';

/** The number of closed months shown initially (spec 3 §2). */
const monthsAtFirst = 6;

/** Outcomes of a month's reimbursement. One in progress is neither reimbursed nor failed. */
export const reimbursementStatuses = {
  reimbursed: { label: 'Reimbursed', color: 'green' },
  failed: { label: 'Failed', color: 'beet' },
  onItsWay: { label: 'On its way', color: 'orange' },
} as const;

export const reimbursementRow = z.object({
  id: z.string(),
  memberId: onWire('memberGuid', z.string()),
  periodId: onWire('usagePeriodID', z.string()),
  yearMonth: z.string(),
  visitCount: z.int(),
  reimbursementAmount: money(),
  hasBeenReimbursed: z.boolean(),
  status: z.enum(['reimbursed', 'failed', 'onItsWay']),
  description: z.string(),
});
export type ReimbursementRow = z.output<typeof reimbursementRow>;

/** Sortable columns. The default is the month, newest first. */
export const reimbursementColumns = [
  'yearMonth',
  'visitCount',
  'reimbursementAmount',
  'hasBeenReimbursed',
  'description',
] as const;
export type ReimbursementColumn = (typeof reimbursementColumns)[number];

/** Returns true if the program reimburses members or once did; otherwise there is no history. */
export const everReimbursed = (program: GroupMembership): boolean =>
  versionsOf(program).some((terms) => reimburses({ ...program, ...terms }));

type Paid = Pick<
  Payment,
  'id' | 'status' | 'periodId' | 'amountToBeSent' | 'totalPayment' | 'reason' | 'payeeToken'
> & { memberBillingTypeId?: 1 | 2 | undefined };

interface RowContext {
  visitCount: number;
  /** In Chicago. */
  today: CalendarDate;
  /** The bank refused the deposit account. */
  isAccountRefused?: boolean;
  /** The dues that the payment waits for. */
  wait?: ReimbursementWait | undefined;
}

/** Returns a month's reimbursement as shown to the member. */
export function reimbursementRowOf(payment: Paid, member: Member, context: RowContext): ReimbursementRow {
  const { visitCount } = context;
  const { id, status, periodId } = payment;
  const row = { id, memberId: member.id, periodId, yearMonth: periodName(periodId), visitCount };
  const failed = (description: string): ReimbursementRow => ({
    ...row,
    reimbursementAmount: 0,
    hasBeenReimbursed: false,
    status: 'failed',
    description,
  });
  if (status === canceled) return failed(payment.totalPayment === 0 ? tooFew(payment) : 'Canceled');
  if (status === returned) return failed('Returned by your bank. Update your billing info.');
  const isPaid = (status === completed || status === sentExternally) && !context.wait;
  const description = isPaid ? paidHow(payment) : underWay(payment, member, context);
  const adjusted = adjustmentSteps(payment).map(({ what }) => what);
  return {
    ...row,
    reimbursementAmount: payment.amountToBeSent,
    hasBeenReimbursed: isPaid,
    status: isPaid ? 'reimbursed' : 'onItsWay',
    description: [...adjusted, description].filter((text) => text !== '').join('; '),
  };
}

/** Returns "7 of 12 visits" without the month, which the row shows separately. */
const tooFew = ({ reason, periodId }: Paid): string =>
  reason.steps.map(({ what }) => what.replace(` in ${periodName(periodId)}`, '')).join('; ');

function paidHow(payment: Paid): string {
  if (isDuesPaidBack(payment)) return 'Dues paid back';
  if (payment.status !== sentExternally) return '';
  return payment.memberBillingTypeId === byPaycheck ? 'With your paycheck' : 'Paid outside this portal';
}

function underWay(payment: Paid, member: Member, { today, isAccountRefused, wait }: RowContext): string {
  const { periodId, payeeToken, status } = payment;
  if (isDuesPaidBack(payment)) return 'Dues paid back, on their way';
  if (wait) return waitText(wait, periodId);
  if (payeeToken === null || (status === pending && isAccountRefused)) return 'Waiting for your billing info';
  if (status === pending && waitingReason({ paymentTypeId: memberReimbursements, periodId }, member))
    return 'Waiting until your membership is active again';
  const paysAfter = payDay(periodId);
  return today <= paysAfter ? `On its way, pays after ${showDate(paysAfter)}` : 'On its way';
}

const waitText = (wait: ReimbursementWait, periodId: PeriodId): string =>
  wait === 'first dues'
    ? 'Waiting for your first payment'
    : `Waiting for your dues of ${periodName(periodId)}`;

/** Reimbursements are paid after the 25th of the following month (spec 3 §1). */
export const payDay = (usagePeriod: PeriodId): CalendarDate =>
  addDays(periodStart(nextPeriod(usagePeriod)), 24);

/** The error for a reimbursement range that ends before it starts (spec 2 §5, spec 3 §5). */
export const reversedRangeMessage = 'End month should be greater than start month.';

/** A requested range of months, both inclusive. */
export interface PeriodRange {
  periodIdFrom?: PeriodId | undefined;
  periodIdTo?: PeriodId | undefined;
}

/**
 * Returns the closed months of a range, newest first; the last six without a range. Refuses ('invalid') a reversed range
 * and one that ends in a month that is not closed. Months that are no longer offered are skipped.
 */
export function periodsInRange({ periodIdFrom, periodIdTo }: PeriodRange, now: Date): PeriodId[] {
  const closed = closedPeriods(now);
  const to = periodIdTo ?? closed[0] ?? '';
  const from = periodIdFrom ?? closed[closed.indexOf(to) + monthsAtFirst - 1] ?? closed.at(-1) ?? '';
  if (from > to) throw new Refusal('invalid', reversedRangeMessage, 'periodIdTo');
  if (to > (closed[0] ?? '')) throw new Refusal('invalid', notClosedYet(to), 'periodIdTo');
  return closed.filter((period) => from <= period && period <= to);
}

const sortValues: Record<ReimbursementColumn, (row: ReimbursementRow) => string | number> = {
  yearMonth: ({ periodId }) => periodId,
  visitCount: ({ visitCount }) => visitCount,
  reimbursementAmount: ({ reimbursementAmount }) => reimbursementAmount,
  hasBeenReimbursed: ({ status }) => reimbursementStatuses[status].label,
  description: ({ description }) => description,
};

/** Sorts rows by a column, then by month, newest first. */
export function sortReimbursements(
  rows: readonly ReimbursementRow[],
  sortBy: ReimbursementColumn = 'yearMonth',
  sortOrder: 'asc' | 'desc' = sortBy === 'yearMonth' ? 'desc' : 'asc',
): ReimbursementRow[] {
  const value = sortValues[sortBy];
  const sign = sortOrder === 'asc' ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [left, other] = [value(a), value(b)];
    if (left !== other) return left < other ? -sign : sign;
    return b.periodId.localeCompare(a.periodId) || a.id.localeCompare(b.id);
  });
}

/** One program on the screen (spec 3 §3). The `planOrProgramId` of a group membership is the pseudo plan 0. */
export const reimbursementGroup = z.object({
  name: z.string(),
  hideReimbursementHistory: z.boolean(),
  memberIds: onWire('memberGuids', z.array(z.string())),
  planOrProgramId: onWire('planOrProgramID', z.int()),
  enrollmentEntity: z.enum(['plan', 'program']),
  periodIdFrom: onWire('usagePeriodIDFrom', z.string()),
  periodIdTo: onWire('usagePeriodIDTo', z.string()),
});
export type ReimbursementGroup = z.output<typeof reimbursementGroup>;
