import {
  addPeriods,
  dateInChicago,
  nextPeriod,
  reimbursementDate,
  type CalendarDate,
  type PeriodId,
} from '../calendar.ts';
import type { GroupMembership } from '../group-memberships/group-membership.ts';
import { byEmployeePaycheck, reimburses } from '../group-memberships/group-membership-rules.ts';
import { termsFor } from '../group-memberships/terms-versions.ts';
import type { Member } from '../members/member.ts';
import type { Partner } from '../partners/partner.ts';
import { closedPeriods, currentPeriod } from '../periods/period.ts';
import { memberPaymentOf } from './due-payment.ts';
import { memberPayment, payableStatus } from './member-payment.ts';
import {
  byBankAccount,
  byPaycheck,
  canceled,
  isOfKind,
  memberReimbursements,
  paymentIdOf,
  pending,
  type MemberPayment,
} from './payment.ts';
import { canBecome } from './payment-moves.ts';
import { isReplaceable, regenerated } from './regeneration.ts';
import {
  adjustmentSteps,
  isAdjustable,
  residualOf,
  settledElsewhere,
  stepsFor,
  visitAdjustment,
  visitAdjustmentId,
  type EarnedMonth,
} from './visit-adjustment.ts';

/** Visits change for twelve months; withdrawn ones are recovered from the reimbursements of the next. */
const monthsAdjusted = 26;

/** A member's reimbursements and late visits. */
export interface VisitRecords {
  member: Member;
  program: GroupMembership;
  /** The reimbursements and adjustments since the first of the months, by ID. */
  payments: ReadonlyMap<string, MemberPayment>;
  /** The visits of the corrected months, oldest first. */
  visits: ReadonlyMap<PeriodId, number>;
}

type Of = Pick<VisitRecords, 'member' | 'program'>;

/** A settlement of visits: payments that it replaces see each other, and months are those of the records. */
interface Settlement extends Of {
  payments: Map<string, MemberPayment>;
  months: EarnedMonth[];
}

/** A payment that is created, replaced, or removed. */
interface ReplacedPayment {
  before: MemberPayment | null;
  after: MemberPayment | null;
}

const nameOf = ({ member, program }: Of, periodId: PeriodId) =>
  ({
    kind: 'member',
    programPaymentTypeId: program.programPaymentTypeId,
    partnerId: member.partnerId,
    memberId: member.id,
    periodId,
  }) as const;

const reimbursementId = (of: Of, periodId: PeriodId): string =>
  paymentIdOf({ ...nameOf(of, periodId), paymentTypeId: memberReimbursements });

/** Returns the IDs of the payments that can count for a month. */
export const visitPaymentIds = (of: Of, periodId: PeriodId): string[] => [
  reimbursementId(of, periodId),
  visitAdjustmentId(nameOf(of, periodId)),
];

/** Returns the corrected months that are recent enough to be adjusted, oldest first. */
export const correctedMonths = (periodIds: readonly PeriodId[], now: Date): PeriodId[] =>
  [...new Set(periodIds)].filter((id) => id >= addPeriods(currentPeriod(now), -monthsAdjusted)).toSorted();

/** Returns the months whose payments late visits of closed months can change, oldest first. */
export const monthsToSettle = (
  { visitCorrections = [] }: Pick<Member, 'visitCorrections'>,
  late: readonly PeriodId[],
  now: Date,
): PeriodId[] => correctedMonths([...visitCorrections, ...late, newestClosed(now)], now);

const newestClosed = (now: Date): PeriodId => closedPeriods(now)[0] ?? '';

function settlementOf({ member, program, payments, visits }: VisitRecords): Settlement {
  const months = [...visits].map(([periodId, count]) => {
    const terms = termsFor(program, periodId);
    const amounts = memberPayment(terms, memberReimbursements, periodId, member, count);
    const required = terms.numberOfVisitsToReimburse;
    return { periodId, visits: count, earned: amounts?.totalPayment ?? 0, required };
  });
  return { member, program, payments: new Map(payments), months };
}

/**
 * Settles visits of closed months: returns the replaced payments, and the member with the corrected months. A month that
 * was not sent gets the visits itself; otherwise the member receives an adjustment in the open month, and withdrawn
 * visits reduce the next reimbursement.
 */
export function settleLateVisits(
  records: VisitRecords,
  partner: Partner,
  late: readonly PeriodId[],
  now: Date,
): { member: Member; replaced: ReplacedPayment[] } {
  const { member } = records;
  const of = settlementOf(records);
  const newest = newestClosed(now);
  const replaced = [
    ...unsentMonths(of, partner, [...late, newest], now),
    ...openAdjustment(of, nextPeriod(newest), now),
  ];
  const visitCorrections = of.months
    .filter((month) => isCorrected(of, month, late))
    .map(({ periodId }) => periodId);
  const isSame = visitCorrections.join() === (member.visitCorrections ?? []).join();
  return { member: isSame ? member : { ...member, visitCorrections }, replaced };
}

/** Returns true for months that later generations must compare with the payments: settled elsewhere, or not yet. */
function isCorrected(of: Settlement, month: EarnedMonth, late: readonly PeriodId[]): boolean {
  const payments = [...of.payments.values()];
  if (!of.payments.has(reimbursementId(of, month.periodId))) return late.includes(month.periodId);
  return (
    residualOf(month, payments) !== 0 ||
    payments.some((payment) => adjustmentSteps(payment).some(({ periodId }) => periodId === month.periodId))
  );
}

/** Returns true if the month's reimbursement can still follow its visits: it was not sent, and its day has not passed. */
const isUnsent = (payment: MemberPayment, today: CalendarDate): boolean =>
  isReplaceable(payment) &&
  payment.memberBillingTypeId === byBankAccount &&
  (payment.status === pending || today < reimbursementDate(payment.periodId));

/** Replaces the reimbursements that were not sent: those of late visits, and the next one, which takes reductions. */
function unsentMonths(
  of: Settlement,
  partner: Partner,
  periodIds: readonly PeriodId[],
  now: Date,
): ReplacedPayment[] {
  const today = dateInChicago(now);
  const { member, program } = of;
  const context = { partner, program, generationId: `late visits ${member.id}`, now };
  return of.months
    .filter(({ periodId }) => periodIds.includes(periodId))
    .flatMap(({ periodId, visits }) => {
      const before = of.payments.get(reimbursementId(of, periodId));
      const month = { paymentTypeId: memberReimbursements, periodId };
      const due = before && isUnsent(before, today) && memberPaymentOf(context, month, member, visits);
      if (!before || !due) return [];
      const outcome = regenerated(before, withAdjustments(due, of, now, true));
      if (outcome.what !== 'changed' || !isOfKind(outcome.after, 'member')) return [];
      of.payments.set(before.id, outcome.after);
      return [{ before, after: outcome.after }];
    });
}

/** Creates, changes, or removes the adjustment in the open month, which pays for months that were sent. */
function openAdjustment(of: Settlement, openPeriod: PeriodId, now: Date): ReplacedPayment[] {
  const id = visitAdjustmentId(nameOf(of, openPeriod));
  const before = of.payments.get(id);
  const months = adjustableMonths(of);
  const like = of.payments.get(reimbursementId(of, months.at(-1)?.periodId ?? ''));
  if (!like || (before && !isAdjustable(before))) return [];
  const steps = stepsFor({
    months,
    others: [...of.payments.values()].filter((payment) => payment.id !== id),
    before,
    own: 0,
    today: dateInChicago(now),
  });
  const memberBillingTypeId = billingTypeIn(of.program, openPeriod) ?? like.memberBillingTypeId;
  const after = visitAdjustment(like, steps, {
    periodId: openPeriod,
    memberBillingTypeId,
    status: payableStatus(memberBillingTypeId, of.member),
    payeeToken: of.member.depositPayeeToken,
    now,
  });
  if (before && JSON.stringify(before.reason.steps) === JSON.stringify(steps)) return [];
  if (after.totalPayment > 0) {
    // what the employer pays does not become Pending when first dues are returned; the next reimbursement settles the rest
    if (before && !canBecome(before, after)) return [];
    of.payments.set(id, after);
    return [{ before: before ?? null, after: { ...after, version: before?.version ?? 0 } }];
  }
  of.payments.delete(id);
  return before ? [{ before, after: null }] : [];
}

/** Adjustments are paid as the reimbursements of the open month are; undefined if it has none. */
function billingTypeIn(program: GroupMembership, periodId: PeriodId): 1 | 2 | undefined {
  const terms = termsFor(program, periodId);
  if (!reimburses(terms)) return undefined;
  return terms.memberReimbursementTypeId === byEmployeePaycheck ? byPaycheck : byBankAccount;
}

/** Months without a generated reimbursement are not adjusted: their generation counts all visits. */
const adjustableMonths = (of: Settlement): EarnedMonth[] =>
  of.months.filter(({ periodId }) => of.payments.has(reimbursementId(of, periodId)));

/** Returns a month's due reimbursement with the steps that settle late and withdrawn visits of earlier months. */
export const adjustedByVisits = (due: MemberPayment, records: VisitRecords, now: Date): MemberPayment =>
  withAdjustments(due, settlementOf(records), now);

function withAdjustments(
  due: MemberPayment,
  of: Settlement,
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
