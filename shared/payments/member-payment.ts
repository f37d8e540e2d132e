import { addDays, periodEnd, periodName, periodStart, showDate, type PeriodId } from '../calendar.ts';
import type { GroupMembership } from '../group-memberships/group-membership.ts';
import { noReimbursements, byEmployeePaycheck } from '../group-memberships/group-membership-rules.ts';
import { deleted, endOf, firstDayOf, isOnHold, isSuspended, type Member } from '../members/member.ts';
import { areFirstDuesCollected, leftUnpaid } from './dues-collected.ts';
import { duesOf, hasDayIn, type DuesTime } from './dues.ts';
import {
  byBankAccount,
  byPaycheck,
  canceled,
  memberDues,
  pending,
  sentExternally,
  type MemberPayment,
  type Payment,
} from './payment.ts';

type Terms = Pick<
  GroupMembership,
  | 'programPaymentTypeId'
  | 'memberDuesAmount'
  | 'memberReimbursementTypeId'
  | 'memberReimbursementAmount'
  | 'numberOfVisitsToReimburse'
>;
type Amounts = Pick<MemberPayment, 'totalPayment' | 'reason' | 'status' | 'memberBillingTypeId'>;

/** The dates that determine dues: the enrollment, its end, and the activation. */
export type PayingMember = Pick<
  Member,
  | 'startsOn'
  | 'enrolledOn'
  | 'activatedOn'
  | 'firstDuesReturned'
  | 'canceledOn'
  | 'leavingOn'
  | 'endsOn'
  | 'invitationStatus'
  | 'holds'
  | 'suspensions'
>;

/**
 * Returns what a member pays (dues) or receives (reimbursement) for a month, in cents, or undefined if nothing is due.
 * Dues follow `duesOf` in every status: suspended members and members on hold owe them too. Too few visits result in a
 * canceled payment that states the number of visits.
 */
export function memberPayment(
  terms: Terms,
  paymentTypeId: number,
  period: PeriodId,
  member: PayingMember,
  visits: number,
): Amounts | undefined {
  if (paymentTypeId === memberDues) return dues(terms, period, member);
  return leftUnpaid(member) ? undefined : reimbursement(terms, period, member, visits);
}

/** Returns the time for which a member owes dues; undefined before enrollment or if it ended before the first dues were collected. */
export function duesTimeOf(member: PayingMember): DuesTime | undefined {
  const from = firstDayOf(member);
  return from === null || leftUnpaid(member) ? undefined : { from, to: endOf(member) };
}

/**
 * Returns true if the membership has a day of access in the month. A hold or suspension that has not ended can still end
 * in the month, so only ended ones count, and all of a former member.
 */
function hasAccessIn(member: PayingMember, { from, to }: DuesTime, period: PeriodId): boolean {
  if (!hasDayIn({ from, to }, period)) return false;
  const isPast = ({ to: end }: { to: string | null }) => end !== null || member.invitationStatus === deleted;
  const past = { holds: member.holds?.filter(isPast), suspensions: member.suspensions?.filter(isPast) };
  if (!past.holds?.length && !past.suspensions?.length) return true;
  const first = from > periodStart(period) ? from : periodStart(period);
  const end = to !== null && to <= periodEnd(period) ? to : addDays(periodEnd(period), 1);
  for (let day = first; day < end; day = addDays(day, 1))
    if (!isOnHold(past, day) && !isSuspended(past, day)) return true;
  return false;
}

/**
 * Returns true if the membership has a day of access in the month. Returns false for members who left before their first
 * dues were collected, and true for members who never enrolled, because they have no dues to check.
 */
export const owesDuesFor = (member: PayingMember, period: PeriodId): boolean => {
  if (firstDayOf(member) === null) return true;
  const time = duesTimeOf(member);
  return time !== undefined && hasAccessIn(member, time, period);
};

function dues(terms: Terms, period: PeriodId, member: PayingMember): Amounts | undefined {
  const time = duesTimeOf(member);
  const due = time && hasAccessIn(member, time, period) ? duesOf(terms, time, period) : undefined;
  if (!time || !due) return undefined;
  const what =
    due.days === due.daysInMonth
      ? `Dues for ${periodName(period)}`
      : `Enrollment begins on ${showDate(time.from)}: dues × ${due.days} of ${due.daysInMonth} days`;
  return sample('member dues 2', what, due.amount);
}

function reimbursement(
  terms: Terms,
  period: PeriodId,
  member: PayingMember,
  visits: number,
): Amounts | undefined {
  if (terms.memberReimbursementTypeId === noReimbursements || terms.memberReimbursementAmount === 0)
    return undefined;
  const tooFew = tooFewVisits(terms, period, visits);
  const isByPaycheck = terms.memberReimbursementTypeId === byEmployeePaycheck;
  const billing = isByPaycheck ? byPaycheck : byBankAccount;
  if (tooFew !== undefined) return sample('member reimbursement 1', tooFew, 0, canceled, billing);
  const counted = countedVisits(terms, period, visits);
  const status = payableStatus(billing, member);
  return sample('member reimbursement 1', counted, terms.memberReimbursementAmount, status, billing);
}

type RequiredVisits = Pick<Terms, 'numberOfVisitsToReimburse'>;

const countedVisits = (terms: RequiredVisits, period: PeriodId, visits: number): string =>
  `${visits} of ${terms.numberOfVisitsToReimburse} visits in ${periodName(period)}`;

/** Returns the text for a month with too few visits for a reimbursement; undefined for enough. */
export const tooFewVisits = (terms: RequiredVisits, period: PeriodId, visits: number): string | undefined =>
  visits < terms.numberOfVisitsToReimburse ? countedVisits(terms, period, visits) : undefined;

/**
 * Returns the status of a new reimbursement. Employers pay paycheck reimbursements, so these are not in a bank file, but
 * they wait for the first dues as others do.
 */
export const payableStatus = (
  billing: Amounts['memberBillingTypeId'],
  member: Parameters<typeof areFirstDuesCollected>[0],
): Amounts['status'] => (billing === byPaycheck && areFirstDuesCollected(member) ? sentExternally : pending);

const sample = (
  rule: string,
  what: string,
  amount: number,
  status: Amounts['status'] = pending,
  memberBillingTypeId: Amounts['memberBillingTypeId'] = byBankAccount,
): Amounts => ({
  totalPayment: amount,
  status,
  memberBillingTypeId,
  reason: { rule, steps: [{ what, amount }] },
});

/** Returns true for dues withdrawn from a member's own account, which a signed agreement authorizes. */
export const isMemberWithdrawal = (
  payment: Pick<Payment, 'kind' | 'paymentTypeId'> & { memberBillingTypeId?: number },
): boolean =>
  payment.kind === 'member' &&
  payment.paymentTypeId === memberDues &&
  payment.memberBillingTypeId === byBankAccount;
