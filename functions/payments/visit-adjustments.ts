import { addPeriods, dateInChicago, nextPeriod, type PeriodId } from '../../shared/calendar.ts';
import type { GroupMembership } from '../../shared/group-memberships/group-membership.ts';
import { termsFor } from '../../shared/group-memberships/terms-versions.ts';
import type { Member } from '../../shared/members/member.ts';
import { memberPayment, payableStatus } from '../../shared/payments/member-payment.ts';
import {
  paymentIdOf,
  canceled,
  memberReimbursements,
  isOfKind,
  type MemberPayment,
  type Payment,
} from '../../shared/payments/payment.ts';
import {
  settledElsewhere,
  stepsFor,
  visitAdjustmentId,
  type EarnedMonth,
} from '../../shared/payments/visit-adjustment.ts';
import { currentPeriod } from '../../shared/periods/period.ts';
import { visitCounts } from '../visits/store.ts';
import { loadPayments } from './store.ts';

/** Visits change for twelve months; withdrawn ones are recovered from the reimbursements of the next. */
const monthsAdjusted = 26;

/** A member's reimbursements by ID, and what the visits of the corrected months earn. */
export interface Reimbursements {
  member: Member;
  program: GroupMembership;
  payments: Map<string, MemberPayment>;
  months: EarnedMonth[];
}

const nameOf = ({ member, program }: Pick<Reimbursements, 'member' | 'program'>, periodId: PeriodId) =>
  ({
    kind: 'member',
    programPaymentTypeId: program.programPaymentTypeId,
    partnerId: member.partnerId,
    memberId: member.id,
    periodId,
  }) as const;

export const reimbursementId = (of: Pick<Reimbursements, 'member' | 'program'>, periodId: PeriodId): string =>
  paymentIdOf({ ...nameOf(of, periodId), paymentTypeId: memberReimbursements });

export const adjustmentIdOf = (of: Pick<Reimbursements, 'member' | 'program'>, periodId: PeriodId): string =>
  visitAdjustmentId(nameOf(of, periodId));

/** Returns the corrected months that are recent enough to be adjusted, oldest first. */
export const correctedMonths = (periodIds: readonly PeriodId[], now: Date): PeriodId[] =>
  [...new Set(periodIds)].filter((id) => id >= addPeriods(currentPeriod(now), -monthsAdjusted)).toSorted();

/** Loads the payments that can count for the months, and the months' visits plus those that are `added` now. */
export async function loadReimbursementsOf(
  member: Member,
  program: GroupMembership,
  periodIds: readonly PeriodId[],
  { now, added = new Map() }: { now: Date; added?: ReadonlyMap<PeriodId, number> },
): Promise<Reimbursements> {
  const of = { member, program };
  const ids: string[] = [];
  const last = nextPeriod(currentPeriod(now));
  for (let period = periodIds[0] ?? last; period <= last; period = nextPeriod(period))
    ids.push(reimbursementId(of, period), adjustmentIdOf(of, period));
  const [reimbursements, counts] = await Promise.all([
    loadPayments(ids),
    visitCounts(member.id, periodIds, { consistent: true }),
  ]);
  const payments = reimbursements.filter((payment) => isOfKind(payment, 'member'));
  return {
    ...of,
    payments: new Map(payments.map((payment) => [payment.id, payment])),
    months: periodIds.map((id) => earnedIn(of, id, (counts.get(id) ?? 0) + (added.get(id) ?? 0))),
  };
}

function earnedIn(
  { member, program }: Pick<Reimbursements, 'member' | 'program'>,
  periodId: PeriodId,
  visits: number,
) {
  const terms = termsFor(program, periodId);
  const amounts = memberPayment(terms, memberReimbursements, periodId, member, visits);
  return { periodId, visits, earned: amounts?.totalPayment ?? 0, required: terms.numberOfVisitsToReimburse };
}

/** Months without a generated reimbursement are not adjusted: their generation counts all visits. */
export const adjustableMonths = (of: Reimbursements): EarnedMonth[] =>
  of.months.filter(({ periodId }) => of.payments.has(reimbursementId(of, periodId)));

/** Returns a month's reimbursement with the steps that settle late and withdrawn visits of earlier months. */
export function withAdjustments(
  due: MemberPayment,
  of: Reimbursements,
  now: Date,
  reductionsOnly = false,
): MemberPayment {
  const others = [...of.payments.values()].filter(({ id }) => id !== due.id);
  const elsewhere = Math.min(due.totalPayment, settledElsewhere(due.periodId, others));
  const own = due.totalPayment - elsewhere;
  const steps = stepsFor({
    months: adjustableMonths(of).filter(({ periodId }) => periodId < due.periodId),
    others,
    before: of.payments.get(due.id),
    own,
    today: dateInChicago(now),
    reductionsOnly,
  });
  if (steps.length === 0 && elsewhere === 0) return due;
  const totalPayment = steps.reduce((total, { amount }) => total + amount, own);
  return {
    ...due,
    totalPayment,
    amountToBeSent: totalPayment,
    status: totalPayment === 0 ? canceled : payableStatus(due.memberBillingTypeId, of.member),
    reason: {
      ...due.reason,
      steps: [
        ...due.reason.steps,
        ...(elsewhere === 0 ? [] : [{ what: 'Paid with a later month', amount: -elsewhere }]),
        ...steps,
      ],
    },
  };
}

/** Returns a member's due reimbursement of a generation with adjustments; unchanged for members without late visits. */
export async function adjustedReimbursement(
  due: Payment,
  member: Member,
  program: GroupMembership,
  now: Date,
): Promise<Payment> {
  const months = correctedMonths(member.visitCorrections ?? [], now);
  if (months.length === 0 || !isOfKind(due, 'member')) return due;
  return withAdjustments(due, await loadReimbursementsOf(member, program, months, { now }), now);
}
