import { nextPeriod, periodsBetween, type PeriodId } from '../../shared/calendar.ts';
import type { GroupMembership } from '../../shared/group-memberships/group-membership.ts';
import type { Member } from '../../shared/members/member.ts';
import {
  adjustedByVisits,
  correctedMonths,
  monthsToSettle,
  settleLateVisits,
  visitPaymentIds,
  type VisitRecords,
} from '../../shared/payments/late-visits.ts';
import { isOfKind, type MemberPayment } from '../../shared/payments/payment.ts';
import { currentPeriod, isClosed } from '../../shared/periods/period.ts';
import { isPartnerPaid } from '../../shared/programs.ts';
import { loadGroupMembership } from '../group-memberships/store.ts';
import { loadPartner } from '../partners/store.ts';
import type { Change } from '../table/write.ts';
import { visitCounts, visitsBeforeNotice } from '../visits/store.ts';
import { loadPayments, paymentChange } from './store.ts';

/** Visits of a member that were added (positive) or withdrawn in a month by the same transaction. */
export type CountedNow = ReadonlyMap<PeriodId, number>;

/**
 * Returns the writes that settle visits of closed months, and the member with the corrected months. The caller writes the
 * member in the same transaction.
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
  const records = await loadVisitRecords(member, program, monthsToSettle(member, late, now), now, added);
  const settled = settleLateVisits(records, partner, late, now);
  const changes = settled.replaced.flatMap(({ before, after }) => paymentChange(before, after));
  return { member: settled.member, changes };
}

/** Returns a member's due reimbursement of a generation with adjustments; unchanged for members without late visits. */
export async function adjustedReimbursement(
  due: MemberPayment,
  member: Member,
  program: GroupMembership,
  now: Date,
): Promise<MemberPayment> {
  const months = correctedMonths(member.visitCorrections ?? [], now);
  if (months.length === 0) return due;
  return adjustedByVisits(due, await loadVisitRecords(member, program, months, now), now);
}

/** Loads the payments that can count for the months, and the months' visits plus those that are `added` now. */
async function loadVisitRecords(
  member: Member,
  program: GroupMembership,
  months: readonly PeriodId[],
  now: Date,
  added: CountedNow = new Map(),
): Promise<VisitRecords> {
  const last = nextPeriod(currentPeriod(now));
  const periods = periodsBetween(months[0] ?? last, last);
  const [payments, counts] = await Promise.all([
    loadPayments(periods.flatMap((period) => visitPaymentIds({ member, program }, period))),
    visitCounts(member.id, months, { consistent: true }),
  ]);
  const ended = await Promise.all(months.map((period) => visitsBeforeNotice(member, period)));
  const ofMember = payments.filter((payment) => isOfKind(payment, 'member'));
  return {
    member,
    program,
    payments: new Map(ofMember.map((payment) => [payment.id, payment])),
    visits: new Map(
      months.map((id, index) => [id, (ended[index] ?? counts.get(id) ?? 0) + (added.get(id) ?? 0)]),
    ),
  };
}
