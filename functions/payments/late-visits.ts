import {
  dateInChicago,
  nextPeriod,
  reimbursementDate,
  type CalendarDate,
  type PeriodId,
} from '../../shared/calendar.ts';
import type { GroupMembership } from '../../shared/group-memberships/group-membership.ts';
import { byEmployeePaycheck, reimburses } from '../../shared/group-memberships/group-membership-rules.ts';
import { termsFor } from '../../shared/group-memberships/terms-versions.ts';
import type { Member } from '../../shared/members/member.ts';
import { payableStatus } from '../../shared/payments/member-payment.ts';
import type { Partner } from '../../shared/partners/partner.ts';
import {
  byBankAccount,
  byPaycheck,
  memberReimbursements,
  pending,
  isOfKind,
  type MemberPayment,
} from '../../shared/payments/payment.ts';
import { isReplaceable, regenerated } from '../../shared/payments/regeneration.ts';
import {
  adjustmentSteps,
  isAdjustable,
  residualOf,
  stepsFor,
  visitAdjustment,
  type EarnedMonth,
} from '../../shared/payments/visit-adjustment.ts';
import { closedPeriods, isClosed } from '../../shared/periods/period.ts';
import { isPartnerPaid } from '../../shared/programs.ts';
import { loadGroupMembership } from '../group-memberships/store.ts';
import { loadPartner } from '../partners/store.ts';
import type { Change } from '../table/write.ts';
import { dueMemberPayment } from './generation/due-payments.ts';
import { paymentChange } from './store.ts';
import {
  adjustableMonths,
  adjustmentIdOf,
  correctedMonths,
  loadReimbursementsOf,
  reimbursementId,
  withAdjustments,
  type Reimbursements,
} from './visit-adjustments.ts';

/** Visits of a member that were added (positive) or withdrawn in a month by the same transaction. */
export type CountedNow = ReadonlyMap<PeriodId, number>;

/**
 * Returns the writes that settle visits of closed months, and the member with the corrected months. A month that was not
 * sent gets the visits itself; otherwise the member receives an adjustment in the open month, and withdrawn visits
 * reduce the next reimbursement. The caller writes the member in the same transaction.
 */
export async function lateVisitChanges(
  member: Member,
  touched: readonly PeriodId[],
  now: Date,
  added: CountedNow = new Map(),
): Promise<{ member: Member; changes: Change[] }> {
  const late = touched.filter((period) => isClosed(period, now));
  if (late.length === 0) return { member, changes: [] };
  const [program, partner] = await Promise.all([
    loadGroupMembership(member.partnerId),
    loadPartner(member.partnerId),
  ]);
  if (!program || isPartnerPaid(program)) return { member, changes: [] };
  const [newest = ''] = closedPeriods(now);
  const months = correctedMonths([...(member.visitCorrections ?? []), ...late, newest], now);
  const of = await loadReimbursementsOf(member, program, months, { now, added });
  const changes = [
    ...unsentMonths(of, partner, [...late, newest], now),
    ...openAdjustment(of, nextPeriod(newest), now),
  ];
  const visitCorrections = of.months
    .filter((month) => isCorrected(of, month, late))
    .map(({ periodId }) => periodId);
  const isSame = visitCorrections.join() === (member.visitCorrections ?? []).join();
  return { member: isSame ? member : { ...member, visitCorrections }, changes };
}

/** Returns true for months that later generations must compare with the payments: settled elsewhere, or not yet. */
function isCorrected(of: Reimbursements, month: EarnedMonth, late: readonly PeriodId[]): boolean {
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
  of: Reimbursements,
  partner: Partner,
  periodIds: readonly PeriodId[],
  now: Date,
): Change[] {
  const today = dateInChicago(now);
  return of.months
    .filter(({ periodId }) => periodIds.includes(periodId))
    .flatMap((month) => {
      const before = of.payments.get(reimbursementId(of, month.periodId));
      const due = before && isUnsent(before, today) && reimbursementOf(of, partner, month, now);
      if (!before || !due) return [];
      const outcome = regenerated(before, withAdjustments(due, of, now, true));
      if (outcome.what !== 'changed' || !isOfKind(outcome.after, 'member')) return [];
      of.payments.set(before.id, outcome.after);
      return paymentChange(before, outcome.after);
    });
}

function reimbursementOf(
  { member, program }: Reimbursements,
  partner: Partner,
  { periodId, visits }: EarnedMonth,
  now: Date,
): MemberPayment | undefined {
  const input = {
    programPaymentTypeId: program.programPaymentTypeId,
    paymentTypeId: memberReimbursements,
    periodId,
    partnerId: partner.id,
    fees: null,
    onlyMissing: true,
  };
  const partnerWithTerms = { partner, groupMembership: termsFor(program, periodId) };
  const generationId = `late visits ${member.id}`;
  const due = dueMemberPayment(
    { partner: partnerWithTerms, input, generationId, now },
    member,
    visits,
  )?.payment;
  return due && isOfKind(due, 'member') ? due : undefined;
}

/** Creates, changes, or removes the adjustment in the open month, which pays for months that were sent. */
function openAdjustment(of: Reimbursements, openPeriod: PeriodId, now: Date): Change[] {
  const id = adjustmentIdOf(of, openPeriod);
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
    of.payments.set(id, after);
    return paymentChange(before ?? null, { ...after, version: before?.version ?? 0 });
  }
  of.payments.delete(id);
  return before ? paymentChange(before, null) : [];
}

/** Adjustments are paid as the reimbursements of the open month are; undefined if it has none. */
function billingTypeIn(program: GroupMembership, periodId: PeriodId): 1 | 2 | undefined {
  const terms = termsFor(program, periodId);
  if (!reimburses(terms)) return undefined;
  return terms.memberReimbursementTypeId === byEmployeePaycheck ? byPaycheck : byBankAccount;
}
