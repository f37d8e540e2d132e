import {
  dateInChicago,
  duesGenerationDate,
  nextPeriod,
  periodOf,
  type PeriodId,
} from '../../shared/calendar.ts';
import { enrolledWaitingForPayment, firstDayOf, type Member } from '../../shared/members/member.ts';
import { duesPaidBack, duesPaidBackId, wereDuesSent } from '../../shared/payments/dues-paid-back.ts';
import { owesDuesFor } from '../../shared/payments/member-payment.ts';
import { paymentIdOf } from '../../shared/payments/payment-id.ts';
import { isReserved } from '../../shared/payments/payment-state.ts';
import { memberDues, pending } from '../../shared/payments/payment-status.ts';
import { isOfKind, type MemberPayment, type Payment } from '../../shared/payments/payment.ts';
import type { GroupMembership } from '../../shared/group-memberships/group-membership.ts';
import { termsFor } from '../../shared/group-memberships/terms-versions.ts';
import type { Partner } from '../../shared/partners/partner.ts';
import { Refusal } from '../../shared/refusal.ts';
import { loadGroupMembership } from '../group-memberships/store.ts';
import type { Change } from '../table/change.ts';
import { memberLine } from './generation/due-payments.ts';
import { loadPayments, paymentAbsent, paymentChange, paymentUnchanged } from './store.ts';

/** Every month from one to another, both included; none when the first is the later one. */
function periodsFrom(first: PeriodId, last: PeriodId): PeriodId[] {
  const periods: PeriodId[] = [];
  for (let period = first; period <= last; period = nextPeriod(period)) periods.push(period);
  return periods;
}

/**
 * The dues of somebody who signs now, for the months that others have already: their generation is over, so it
 * will not find this member. Months that are generated later are left to it.
 */
export function duesAtSigning(
  partner: Partner,
  program: GroupMembership,
  member: Member,
  now: Date,
): Payment[] {
  const from = firstDayOf(member);
  if (from === null) return [];
  const today = dateInChicago(now);
  return periodsFrom(periodOf(from), nextPeriod(periodOf(today)))
    .filter((period) => duesGenerationDate(period) <= today)
    .flatMap((period) => duesOfMonth(partner, program, member, period, now, 'signing') ?? []);
}

/** The dues of one member for a month, before or beside a generation; undefined where none are owed. */
export function duesOfMonth(
  partner: Partner,
  program: GroupMembership,
  member: Member,
  periodId: PeriodId,
  now: Date,
  why = 'member',
): Payment | undefined {
  const input = {
    programPaymentTypeId: program.programPaymentTypeId,
    paymentTypeId: memberDues,
    periodId,
    partnerId: member.partnerId,
    fees: null,
    onlyMissing: true,
  };
  const given = {
    partner: { partner, groupMembership: termsFor(program, periodId) },
    input,
    generationId: `${why} ${member.id}`,
    now,
  };
  return memberLine(given, member, 0)?.payment;
}

/** What becomes of dues of months without a day of membership. */
export interface DuesWithoutDay {
  /** Pending ones, which are no longer due. */
  removed: Payment[];
  /** Those that were sent, each beside the payment that pays it back. */
  paidBack: { dues: MemberPayment; refund: MemberPayment }[];
  /** Those in a bank file that was not sent yet: the sending step pays them back. */
  reserved: Payment[];
  /** The ids of those that are not there: a generation under way may be about to add them. */
  absent: string[];
}

/**
 * The dues of months in which a member who leaves has no day of enrollment any more; all of them for who leaves before
 * the first dues were sent. Pending ones are removed, those that were sent are paid back once. Pending first dues of a
 * member who waits for them are removed too, although an earlier attempt activated the membership. `after` is the member
 * with the end date.
 */
export async function duesWithoutDay(before: Member, after: Member, now: Date): Promise<DuesWithoutDay> {
  const from = firstDayOf(after);
  const terms = from === null ? undefined : await loadGroupMembership(after.partnerId);
  if (from === null || !terms || terms.programPaymentTypeId === 1)
    return { removed: [], paidBack: [], reserved: [], absent: [] };
  const name = {
    kind: 'member',
    programPaymentTypeId: terms.programPaymentTypeId,
    paymentTypeId: memberDues,
    partnerId: after.partnerId,
    memberId: after.id,
  } as const;
  const idOf = (periodId: PeriodId) => paymentIdOf({ ...name, periodId });
  const ids = periodsFrom(periodOf(from), nextPeriod(nextPeriod(periodOf(dateInChicago(now)))))
    .filter((period) => !owesDuesFor(after, period))
    .map(idOf);
  const firstId = idOf(periodOf(from));
  const isWaiting = before.invitationStatus === enrolledWaitingForPayment && !ids.includes(firstId);
  const firstDues = isWaiting ? await loadPayments([firstId]) : [];
  const found = (await loadPayments(ids)).filter((one) => isOfKind(one, 'member'));
  const sent = found.filter(wereDuesSent);
  const refunded = new Set((await loadPayments(sent.map(duesPaidBackId))).map(({ id }) => id));
  const known = new Set(found.map(({ id }) => id));
  return {
    removed: [...firstDues, ...found].filter(
      ({ status, bankFileId }) => status === pending && bankFileId === null,
    ),
    paidBack: sent
      .map((dues) => ({ dues, refund: duesPaidBack(dues, departureOf(after.id), now.toISOString()) }))
      .filter(({ refund }) => !refunded.has(refund.id)),
    reserved: found.filter(isReserved),
    absent: ids.filter((id) => !known.has(id)),
  };
}

/** The payment that pays back dues in a bank file whose member has left; undefined while they are owed. */
export function refundAtSending(dues: Payment, member: Member, now: Date): Payment | undefined {
  if (dues.kind !== 'member' || dues.paymentTypeId !== memberDues) return undefined;
  if (owesDuesFor(member, dues.periodId)) return undefined;
  return duesPaidBack(dues, departureOf(member.id), now.toISOString());
}

/** What a payment that pays dues back carries as its generation. */
const departureOf = (memberId: string): string => `departure ${memberId}`;

/**
 * The writes that settle the dues of who leaves: Pending ones are removed, sent ones are paid back. What was sent,
 * returned, reserved or generated since it was read refuses them all: dues that a generation is about to add would
 * outlive the membership, and dues that are being sent would be paid back by nobody (decision 35).
 */
export const duesSettled = ({ removed, paidBack, reserved, absent }: DuesWithoutDay): Change[] => [
  ...paymentsRemoved(removed),
  ...paidBack.flatMap(({ dues, refund }) => [paymentUnchanged(dues), ...paymentChange(null, refund)]),
  ...reserved.map(paymentUnchanged),
  ...absent.map((id) =>
    paymentAbsent(
      id,
      new Refusal(
        'conflict',
        'Dues of this member were generated just now. The membership was not changed. Try again.',
      ),
    ),
  ),
];

/** The writes that add payments, with their lists and totals. */
export const paymentsAdded = (payments: readonly Payment[]): Change[] =>
  payments.flatMap((one) => paymentChange(null, one));

const paymentsRemoved = (payments: readonly Payment[]): Change[] =>
  payments.flatMap((one) => paymentChange(one, null));
