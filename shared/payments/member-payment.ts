import { periodName, showDate, type PeriodId } from '../calendar.ts';
import type { GroupMembership } from '../group-memberships/group-membership.ts';
import { noReimbursements } from '../group-memberships/group-membership-rules.ts';
import { deleted, firstDayOf, type Member } from '../members/member.ts';
import { duesOf, hasDayIn, type DuesTime } from './dues.ts';
import {
  byBankAccount,
  byPaycheck,
  canceled,
  memberDues,
  pending,
  sentExternally,
} from './payment-status.ts';
import type { MemberPayment, Payment } from './payment.ts';

type Terms = Pick<
  GroupMembership,
  | 'programPaymentTypeId'
  | 'memberDuesAmount'
  | 'memberReimbursementTypeId'
  | 'memberReimbursementAmount'
  | 'numberOfVisitsToReimburse'
>;
type Amounts = Pick<MemberPayment, 'totalPayment' | 'reason' | 'status' | 'memberBillingTypeId'>;

/** What dues follow from: when the enrollment begins and ends, and whether the member was ever activated. */
export type PayingMember = Pick<
  Member,
  'startsOn' | 'enrolledOn' | 'activatedOn' | 'leavingOn' | 'invitationStatus'
>;

/**
 * What one member pays (dues) or gets (reimbursement) for a month, in cents; undefined when nothing is due. Dues follow
 * `duesOf`, whatever the status: who is suspended or on hold owes them too. Too few visits make a canceled line that
 * says how many there were.
 */
export function memberPayment(
  terms: Terms,
  paymentTypeId: number,
  period: PeriodId,
  member: PayingMember,
  visits: number,
): Amounts | undefined {
  return paymentTypeId === memberDues ? dues(terms, period, member) : reimbursement(terms, period, visits);
}

/** The time a member pays dues for; undefined before enrolling, and for who left before the first dues were sent. */
export function duesTimeOf(member: PayingMember): DuesTime | undefined {
  const from = firstDayOf(member);
  const leftUnpaid = member.invitationStatus === deleted && member.activatedOn === null;
  return from === null || leftUnpaid ? undefined : { from, to: member.leavingOn };
}

/**
 * True when a member pays dues for a month: there is a day of membership in it. False for every month of who left
 * before the first dues were sent. Who never enrolled has no dues to ask about: true.
 */
export const owesDuesFor = (member: PayingMember, period: PeriodId): boolean => {
  if (firstDayOf(member) === null) return true;
  const time = duesTimeOf(member);
  return time !== undefined && hasDayIn(time, period);
};

function dues(terms: Terms, period: PeriodId, member: PayingMember): Amounts | undefined {
  const time = duesTimeOf(member);
  const due = time && duesOf(terms, time, period);
  if (!due) return undefined;
  const what =
    due.days === due.daysInMonth
      ? `Dues for ${periodName(period)}`
      : `Enrollment begins on ${showDate(time.from)}: dues × ${due.days} of ${due.daysInMonth} days`;
  return one('member dues 2', what, due.amount);
}

function reimbursement(terms: Terms, period: PeriodId, visits: number): Amounts | undefined {
  if (terms.memberReimbursementTypeId === noReimbursements || terms.memberReimbursementAmount === 0)
    return undefined;
  const counted = `${visits} of ${terms.numberOfVisitsToReimburse} visits in ${periodName(period)}`;
  const isByPaycheck = terms.memberReimbursementTypeId === 8;
  const billing = isByPaycheck ? byPaycheck : byBankAccount;
  if (visits < terms.numberOfVisitsToReimburse)
    return one('member reimbursement 1', counted, 0, canceled, billing);
  // what comes with the paycheck is paid by the employer and stays out of the bank file
  const status = isByPaycheck ? sentExternally : pending;
  return one('member reimbursement 1', counted, terms.memberReimbursementAmount, status, billing);
}

const one = (
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

/** True for dues that are withdrawn from a member's own account, which a signed agreement authorizes. */
export const isMemberWithdrawal = (
  payment: Pick<Payment, 'kind' | 'paymentTypeId'> & { memberBillingTypeId?: number },
): boolean =>
  payment.kind === 'member' && payment.paymentTypeId === memberDues && payment.memberBillingTypeId === 1;
