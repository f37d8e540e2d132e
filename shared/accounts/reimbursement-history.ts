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
import { enrolledWaitingForPayment, type Member } from '../members/member.ts';
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
} from '../payments/payment-status.ts';
import type { Payment } from '../payments/payment.ts';
import { closedPeriods, notClosedYet } from '../periods/period.ts';
import { Refusal } from '../refusal.ts';
import { onWire } from '../wire-names.ts';

/** How many closed months the screen begins with (spec 3 §2). */
const monthsAtFirst = 6;

/** What became of a month's reimbursement; what is under way is neither reimbursed nor failed. */
export const reimbursementStatuses = {
  reimbursed: { label: 'Reimbursed', color: 'green' },
  failed: { label: 'Failed', color: 'beet' },
  onItsWay: { label: 'On its way', color: 'orange' },
} as const;

/** One month of one membership (spec 3 §3). */
export const reimbursementRow = z.object({
  id: z.string(),
  memberId: onWire('memberGuid', z.string()),
  periodId: onWire('usagePeriodID', z.string()),
  yearMonth: z.string(),
  visitCount: z.int(),
  reimbursementAmount: money(),
  hasBeenReimbursed: z.boolean(),
  status: z.enum(['reimbursed', 'failed', 'onItsWay']),
  /** Why not, or when. */
  description: z.string(),
});
export type ReimbursementRow = z.output<typeof reimbursementRow>;

/** The columns, each sortable; the month is the default, the newest first. */
export const reimbursementColumns = [
  'yearMonth',
  'visitCount',
  'reimbursementAmount',
  'hasBeenReimbursed',
  'description',
] as const;
export type ReimbursementColumn = (typeof reimbursementColumns)[number];

/** True when the program pays, or once paid, its members back; else there is no history to show. */
export const everReimbursed = (program: GroupMembership): boolean =>
  versionsOf(program).some((terms) => reimburses({ ...program, ...terms }));

type Paid = Pick<
  Payment,
  'id' | 'status' | 'periodId' | 'amountToBeSent' | 'totalPayment' | 'reason' | 'payeeToken'
> & { memberBillingTypeId?: 1 | 2 | undefined };

interface RowContext {
  visitCount: number;
  /** The day in Chicago. */
  today: CalendarDate;
  /** The bank returned the account that the payment goes to. */
  isAccountRefused?: boolean;
}

/** Returns a month's reimbursement as its member sees it. */
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
  const isPaid = status === completed || status === sentExternally;
  return {
    ...row,
    reimbursementAmount: payment.amountToBeSent,
    hasBeenReimbursed: isPaid,
    status: isPaid ? 'reimbursed' : 'onItsWay',
    description: isPaid ? paidHow(payment) : underWay(payment, member, context),
  };
}

/** "7 of 12 visits", without the month that the row says already. */
const tooFew = ({ reason, periodId }: Paid): string =>
  reason.steps.map(({ what }) => what.replace(` in ${periodName(periodId)}`, '')).join('; ');

function paidHow(payment: Paid): string {
  if (isDuesPaidBack(payment)) return 'Dues paid back';
  if (payment.status !== sentExternally) return '';
  return payment.memberBillingTypeId === byPaycheck ? 'With your paycheck' : 'Paid outside this portal';
}

function underWay(payment: Paid, member: Member, { today, isAccountRefused }: RowContext): string {
  const { periodId, payeeToken, status } = payment;
  if (isDuesPaidBack(payment)) return 'Dues paid back, on their way';
  if (payeeToken === null || (status === pending && isAccountRefused)) return 'Waits for your billing info';
  if (status === pending && waitingReason({ paymentTypeId: memberReimbursements, periodId }, member))
    return member.invitationStatus === enrolledWaitingForPayment
      ? 'Waits for your first payment'
      : 'Waits until your membership is active again';
  const paysAfter = payDay(periodId);
  return today <= paysAfter ? `On its way, pays after ${showDate(paysAfter)}` : 'On its way';
}

/** The 25th of the month after: reimbursements are paid after it (spec 3 §1). */
export const payDay = (usagePeriod: PeriodId): CalendarDate =>
  addDays(periodStart(nextPeriod(usagePeriod)), 24);

/** The error for a reimbursement range that ends before it starts (spec 2 §5, spec 3 §5). */
export const reversedRangeMessage = 'End month should be greater than start month.';

/** A range of months as it was asked for; both ends included. */
export interface PeriodRange {
  periodIdFrom?: PeriodId | undefined;
  periodIdTo?: PeriodId | undefined;
}

/**
 * The closed months of a range, the newest first; the last six without one. Refuses ('invalid') a range that is turned
 * round and one that ends in a month that is not closed; months that are no longer offered are left out.
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

/** The rows by a column; rows that are equal in it are by month, the newest first. */
export function sortReimbursements(
  rows: readonly ReimbursementRow[],
  sortBy: ReimbursementColumn = 'yearMonth',
  sortOrder: 'asc' | 'desc' = sortBy === 'yearMonth' ? 'desc' : 'asc',
): ReimbursementRow[] {
  const value = sortValues[sortBy];
  const sign = sortOrder === 'asc' ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [one, other] = [value(a), value(b)];
    if (one !== other) return one < other ? -sign : sign;
    return b.periodId.localeCompare(a.periodId) || a.id.localeCompare(b.id);
  });
}

/** A program's block of the screen (spec 3 §3). A group membership's `planOrProgramId` is the pseudo plan's, 0. */
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
