import {
  daysBetween,
  daysInPeriod,
  periodEnd,
  periodName,
  periodOf,
  showDate,
  type PeriodId,
} from '../calendar.ts';
import type { GroupMembership } from '../group-memberships/group-membership.ts';
import { noReimbursements } from '../group-memberships/program-terms.ts';
import type { Member } from '../members/member.ts';
import { prorate } from '../money.ts';
import { canceled, memberDues, pending, sentExternally } from './payment-status.ts';
import type { Payment } from './payment.ts';

type Terms = Pick<
  GroupMembership,
  'memberDuesAmount' | 'memberReimbursementTypeID' | 'memberReimbursementAmount' | 'numberOfVisitsToReimburse'
>;
type Amounts = Pick<Payment, 'totalPayment' | 'reason' | 'status'>;

/** Waiting for the first dues, activated, suspended, waiting to delete: whoever still has a place in the program. */
const payingStatuses: readonly number[] = [3, 4, 5, 6];

/**
 * What one member pays (dues) or gets (reimbursement) for a month, in cents; undefined when nothing is due. First dues
 * are for the days left from the enrolment on. Too few visits make a canceled line that says how many there were.
 */
export function memberPayment(
  terms: Terms,
  paymentTypeId: number,
  period: PeriodId,
  member: Pick<Member, 'enrolledOn' | 'invitationStatus'>,
  visits: number,
): Amounts | undefined {
  return paymentTypeId === memberDues ? dues(terms, period, member) : reimbursement(terms, period, visits);
}

function dues(
  { memberDuesAmount }: Terms,
  period: PeriodId,
  { enrolledOn, invitationStatus }: Pick<Member, 'enrolledOn' | 'invitationStatus'>,
): Amounts | undefined {
  if (memberDuesAmount === 0 || !payingStatuses.includes(invitationStatus)) return undefined;
  if (enrolledOn === null || periodOf(enrolledOn) !== period)
    return one('member dues 1', `Dues for ${periodName(period)}`, memberDuesAmount);
  const days = daysInPeriod(period);
  const left = daysBetween(enrolledOn, periodEnd(period)) + 1;
  return one(
    'member dues 1',
    `Enrolled on ${showDate(enrolledOn)}: dues × ${left} of ${days} days`,
    prorate(memberDuesAmount, left, days),
  );
}

function reimbursement(terms: Terms, period: PeriodId, visits: number): Amounts | undefined {
  if (terms.memberReimbursementTypeID === noReimbursements || terms.memberReimbursementAmount === 0)
    return undefined;
  const counted = `${visits} of ${terms.numberOfVisitsToReimburse} visits in ${periodName(period)}`;
  if (visits < terms.numberOfVisitsToReimburse) return one('member reimbursement 1', counted, 0, canceled);
  // what comes with the paycheck is paid by the employer and stays out of the bank file
  const status = terms.memberReimbursementTypeID === 8 ? sentExternally : pending;
  return one('member reimbursement 1', counted, terms.memberReimbursementAmount, status);
}

const one = (rule: string, what: string, amount: number, status: Amounts['status'] = pending): Amounts => ({
  totalPayment: amount,
  status,
  reason: { rule, steps: [{ what, amount }] },
});
