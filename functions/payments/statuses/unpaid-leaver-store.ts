import { firstDuesReason, isFirstDues } from '../../../shared/bank-files/exclusion.ts';
import { deleted, type Member } from '../../../shared/members/member.ts';
import { leftUnpaid } from '../../../shared/payments/dues-collected.ts';
import { owesDuesFor, payableStatus, tooFewVisits } from '../../../shared/payments/member-payment.ts';
import { duesPaidBack, isDuesPaidBack, wereDuesSent } from '../../../shared/payments/dues-paid-back.ts';
import {
  canceled,
  memberDues,
  memberReimbursements,
  pending,
  returned,
  isOfKind,
  isReserved,
  type MemberPayment,
  type Payment,
} from '../../../shared/payments/payment.ts';
import { areDuesUncollected, duesIdsOf, monthsPaid, wasPaid } from '../../../shared/payments/refund.ts';
import { isPaycheckReimbursement, payrollFilesOf } from '../../../shared/payments/reimbursement-wait.ts';
import { movePayment } from '../../../shared/payments/payment-moves.ts';
import { isReplaceable } from '../../../shared/payments/regeneration.ts';
import { termsFor } from '../../../shared/group-memberships/terms-versions.ts';
import { isClosed } from '../../../shared/periods/period.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { loadGroupMembership } from '../../group-memberships/store.ts';
import { loadPartner } from '../../partners/store.ts';
import { visitCounts, visitsBeforeNotice } from '../../visits/store.ts';
import { dueReimbursement } from '../generation/due-payments.ts';
import { dateInChicago, duesGenerationDate, type PeriodId } from '../../../shared/calendar.ts';
import type { GroupMembership } from '../../../shared/group-memberships/group-membership.ts';
import { partsByMonth, withoutMonths } from '../../../shared/payments/visit-adjustment.ts';
import { loadMemberPayments, periodsOf } from '../member-payments.ts';
import type { Change } from '../../table/write.ts';
import {
  departureOf,
  duesOfMonth,
  duesSettledEach,
  duesWithoutDay,
  formerRefunds,
  isRefundOfUnauthorized,
  monthUnpaid,
  paidBackOnce,
  refundChanges,
  type By,
  type PaidBack,
} from '../generation/dues-of-member.ts';
import { paymentChange, paymentUnchanged } from '../store.ts';
import { cancellation, notEarned, restoration } from './decide.ts';
import { loadReimbursementWaits } from '../payroll/reimbursement-waits.ts';
import { loadPayrollYear, yearOf } from '../payroll/store.ts';

/**
 * A payment that a former member is not paid or does not owe, with the reason of its cancellation. Dues that were
 * collected are refunded instead. `changed`: the reimbursement without the months that are not earned. `restored`: the
 * status of a reimbursement that is made after all, a canceled or new one.
 */
export interface UnpaidByLeaver {
  payment: MemberPayment;
  reason: string;
  paidBack?: PaidBack;
  changed?: MemberPayment | undefined;
  restored?: Payment['status'];
}

const firstDuesBack = 'the first dues were returned after the membership ended';
const endedBefore = 'The membership ended before this month, so nothing is reimbursed.';

/**
 * Returns why a reimbursement of a former member is not made, or undefined. `unpaidMonths` has the IDs of reimbursements
 * of months with dues that came back.
 */
export function unpaidReason(
  payment: Payment,
  member: Member | undefined,
  unpaidMonths: ReadonlySet<string>,
): string | undefined {
  if (member?.invitationStatus !== deleted || payment.paymentTypeId !== memberReimbursements)
    return undefined;
  return firstDuesReason(payment, member) ?? (unpaidMonths.has(payment.id) ? monthUnpaid : undefined);
}

/**
 * Loads the payments that change because dues of a former member came back: after first dues, the open ones are not made
 * and collected dues are refunded; otherwise the reimbursements of the month are not made. `member` is the member after
 * the return.
 */
export async function loadUnpaidByLeaver(
  dues: Payment,
  member: Member | undefined,
  now: Date,
): Promise<UnpaidByLeaver[]> {
  if (member?.invitationStatus !== deleted || !isOfKind(dues, 'member') || dues.paymentTypeId !== memberDues)
    return [];
  const payments = await loadMemberPayments(member, dues.programPaymentTypeId, periodsOf(member, now));
  const others = payments
    .filter((payment) => isOfKind(payment, 'member'))
    .filter((payment) => payment.id !== dues.id && !isDuesPaidBack(payment) && !isReserved(payment))
    .filter((payment) => leftUnpaid(member) || duesIdsOf(payment).includes(dues.id));
  const isOpen = await Promise.all(others.map(isStillOpen));
  const collected = others.filter((payment) => payment.paymentTypeId === memberDues && wereDuesSent(payment));
  const refunds = await formerRefunds(collected);
  const at = now.toISOString();
  return [
    ...others
      .filter((_, index) => isOpen[index])
      .map((payment) => ({ payment, reason: firstDuesReason(payment, member) ?? monthUnpaid })),
    ...collected.flatMap((payment) => {
      const refund = duesPaidBack(payment, departureOf(member.id), at, firstDuesBack);
      const paidBack = paidBackOnce(payment, refund, refunds.get(payment.id));
      return paidBack ? [{ payment, reason: firstDuesBack, paidBack }] : [];
    }),
  ];
}

/**
 * Finds the reimbursements of months that a member does not earn, because the membership was canceled or ended earlier: the
 * open ones, which are canceled or reduced to the other months, and those that were paid or are in a payroll file, which an
 * administrator recovers.
 */
export async function loadReimbursementsNotOwed(
  member: Member,
  program: GroupMembership,
  payments: readonly Payment[],
  now: Date,
): Promise<{ open: UnpaidByLeaver[]; paid: MemberPayment[] }> {
  const reimbursements = payments
    .filter((payment) => isOfKind(payment, 'member'))
    .filter(({ paymentTypeId }) => paymentTypeId === memberReimbursements)
    .filter((payment) => !isDuesPaidBack(payment) && payment.amountToBeSent > 0);
  const unearned = await unearnedMonths(member, program, reimbursements.flatMap(monthsPaid));
  const notOwed = reimbursements.filter((payment) =>
    monthsPaid(payment).some((period) => unearned.has(period)),
  );
  if (notOwed.some((payment) => isReserved(payment) && isPartlyOwed(payment, member)))
    throw new Refusal(
      'conflict',
      'A reimbursement of this member is being sent to the bank. Nothing was changed. Try again in a few minutes.',
    );
  const isOpen = await Promise.all(notOwed.map(isStillOpen));
  return {
    open: notOwed
      .filter((payment, index) => isOpen[index] && !isReserved(payment))
      .map((payment) => ({
        payment,
        reason: firstDuesReason(payment, member) ?? endedBefore,
        changed: reducedTo(payment, unearned, now),
      })),
    paid: notOwed
      .filter((payment, index) => !isOpen[index] && wasPaid(payment))
      .map((payment) => ({ ...payment, amountToBeSent: amountOf(payment, unearned) })),
  };
}

/** Returns true for a reimbursement with an owed month, which bank files do not exclude as a whole. */
const isPartlyOwed = (payment: MemberPayment, member: Member): boolean =>
  monthsPaid(payment).some((period) => owesDuesFor(member, period));

/** The months that a member does not earn, with the text for those that have too few visits before the end. */
type UnearnedMonths = ReadonlyMap<PeriodId, string | undefined>;

/** `counted` are the visits of the months, if others than those before a notice can have changed. */
async function unearnedMonths(
  member: Member,
  program: GroupMembership,
  periods: readonly PeriodId[],
  counted: ReadonlyMap<PeriodId, number> = new Map(),
): Promise<UnearnedMonths> {
  const months = [...new Set(periods)].map(async (period): Promise<[PeriodId, string | undefined][]> => {
    if (!owesDuesFor(member, period)) return [[period, undefined]];
    const visits = (await visitsBeforeNotice(member, period)) ?? counted.get(period);
    const text = visits === undefined ? undefined : tooFewVisits(termsFor(program, period), period, visits);
    return text === undefined ? [] : [[period, text]];
  });
  return new Map((await Promise.all(months)).flat());
}

const amountOf = (payment: MemberPayment, months: UnearnedMonths): number =>
  partsByMonth(payment)
    .filter(({ periodId }) => months.has(periodId))
    .reduce((sum, { amount }) => sum + amount, 0);

/**
 * Returns an open reimbursement of the earned months only; undefined if it is canceled. One with too few visits remains
 * replaceable, because visits before the end can still be reported.
 */
function reducedTo(payment: MemberPayment, unearned: UnearnedMonths, now: Date): MemberPayment | undefined {
  const rest = withoutMonths(payment, unearned);
  if (rest.amountToBeSent > 0) return rest;
  const what = unearned.get(payment.periodId);
  return what === undefined || !isReplaceable(payment) ? undefined : notEarned(payment, what, now);
}

/**
 * Returns the writes that settle the rest of the payments that a former member does not owe and is not paid, one set for
 * each payment: what did not fit into the transaction of the end.
 */
export async function settledAfterEnd(member: Member, by: By): Promise<Change[][]> {
  const terms = await loadGroupMembership(member.partnerId);
  if (member.invitationStatus !== deleted || !terms) return [];
  const dues = await duesWithoutDay(member, member, by.now);
  const payments = await loadMemberPayments(member, terms.programPaymentTypeId, periodsOf(member, by.now));
  const unsent = payments.filter((payment) => !isReserved(payment));
  const { open } = await loadReimbursementsNotOwed(member, terms, unsent, by.now);
  const settledIds = new Set(
    [...dues.removed, ...dues.canceled.map(({ before }) => before)].map(({ id }) => id),
  );
  return [
    ...duesSettledEach(dues, by),
    ...open
      .filter(({ payment }) => !settledIds.has(payment.id))
      .map((reimbursement) => unpaidSettled([reimbursement], by)),
  ];
}

/**
 * Loads the payments that change because dues of a former member are collected after all: the earned months of
 * reimbursements that ended without them are paid, and after first dues, dues of owed months are added, and Pending refunds
 * of them are not made. `member` is the member after that.
 */
export async function loadOwedToLeaver(
  dues: Payment,
  member: Member | undefined,
  now: Date,
): Promise<UnpaidByLeaver[]> {
  const isDues = isOfKind(dues, 'member') && dues.paymentTypeId === memberDues;
  if (!isDues || member?.invitationStatus !== deleted || leftUnpaid(member)) return [];
  const program = await loadGroupMembership(member.partnerId);
  if (!program) return [];
  const stored = await loadMemberPayments(member, dues.programPaymentTypeId, periodsOf(member, now));
  const payments = stored.filter((payment) => isOfKind(payment, 'member'));
  const isFirst = isFirstDues(dues, member);
  const refunds = isFirst ? needlessRefunds(member, payments) : [];
  const refunded = payments
    .filter((payment) => isFirst && isDuesPaidBack(payment) && payment.status !== canceled)
    .filter((refund) => !refunds.includes(refund))
    .map(({ periodId }): [PeriodId, undefined] => [periodId, undefined]);
  const added = isFirst ? await missingPayments(member, program, payments, now) : [];
  const uncollectedIds = new Set(
    [...payments, ...added]
      .filter((other) => other.id !== dues.id && areDuesUncollected(other))
      .map(({ id }) => id),
  );
  const ended = payments
    .filter(({ status, isUnpaidMonth }) => status === canceled && isUnpaidMonth)
    .filter((payment) => isFirst || duesIdsOf(payment).includes(dues.id));
  const months = ended.flatMap(monthsPaid);
  const visits = await visitCounts(member.id, months);
  const unearned = new Map([...(await unearnedMonths(member, program, months, visits)), ...refunded]);
  const restored = ended.flatMap((payment) => {
    const isEarned = !monthsPaid(payment).some((period) => unearned.has(period));
    const pendingAgain = movePayment(payment, 'restore', { at: now.toISOString() });
    const changed = isEarned ? payment : reducedTo(pendingAgain, unearned, now);
    const isWaiting = changed && duesIdsOf(changed).some((id) => uncollectedIds.has(id));
    return changed && !isWaiting ? [{ payment, changed }] : [];
  });
  const isRefunded = ({ periodId }: MemberPayment) => refunded.some(([period]) => period === periodId);
  const statusOf = ({ totalPayment, paymentTypeId, memberBillingTypeId }: MemberPayment) => {
    if (totalPayment === 0) return canceled;
    return paymentTypeId === memberDues ? pending : payableStatus(memberBillingTypeId, member);
  };
  const reason = 'The dues are collected after all.';
  return [
    ...refunds.map((payment) => ({
      payment,
      reason: 'The first dues are collected, so these dues are owed.',
    })),
    ...restored.map(({ payment, changed }) => ({ payment, reason, changed, restored: statusOf(changed) })),
    ...added
      .filter((payment) => !isRefunded(payment))
      .map((payment) => ({ payment, reason, restored: statusOf(payment) })),
  ];
}

/** Refunds of the departure only: a withdrawal that the member stopped is repaid in any case. */
const needlessRefunds = (member: Member, payments: readonly MemberPayment[]): MemberPayment[] =>
  payments
    .filter((payment) => isDuesPaidBack(payment) && payment.status === pending && !isReserved(payment))
    .filter(({ generationId }) => generationId === departureOf(member.id))
    .filter((refund) => owesDuesFor(member, refund.periodId) && !isRefundOfUnauthorized(refund));

/**
 * Returns the payments of owed months that were removed or not generated while the first dues were not collected: dues, and
 * the reimbursements of closed months.
 */
async function missingPayments(
  member: Member,
  program: GroupMembership,
  payments: readonly MemberPayment[],
  now: Date,
): Promise<MemberPayment[]> {
  const partner = await loadPartner(member.partnerId);
  const { programPaymentTypeId } = program;
  const ids = new Set(payments.map(({ id }) => id));
  const today = dateInChicago(now);
  const owed = periodsOf(member, now).filter((period) => owesDuesFor(member, period));
  const dues = owed
    .filter((period) => duesGenerationDate(period) <= today)
    .flatMap((period) => duesOfMonth(partner, program, member, period, now, 'collected') ?? []);
  const periods = owed.filter((period) => isClosed(period, now));
  const visits = await visitCounts(member.id, periods);
  const reimbursements = periods.map((periodId) =>
    dueReimbursement(
      {
        partner: { partner, groupMembership: termsFor(program, periodId) },
        input: { programPaymentTypeId, paymentTypeId: memberReimbursements, periodId },
        generationId: `collected ${member.id}`,
        now,
      },
      member,
      visits.get(periodId) ?? 0,
    ),
  );
  return [...dues, ...(await Promise.all(reimbursements))]
    .filter((payment) => payment !== undefined)
    .filter((payment) => isOfKind(payment, 'member'))
    .filter(({ id }) => !ids.has(id));
}

/** Returns true unless the payment was made, canceled, or, by paycheck, contained in a payroll file. */
async function isStillOpen(payment: MemberPayment): Promise<boolean> {
  const { status, partnerId, periodId } = payment;
  if (status === pending || status === returned) return true;
  if (!isPaycheckReimbursement(payment)) return false;
  // a payroll file that was created while it waited does not contain it
  if ((await loadReimbursementWaits([payment])).size > 0) return true;
  const { files } = await loadPayrollYear(partnerId, yearOf(periodId));
  return payrollFilesOf(payment, files).length === 0;
}

export const unpaidSettled = (unpaid: readonly UnpaidByLeaver[], by: By): Change[] =>
  unpaid.flatMap(({ payment, reason, paidBack, changed, restored }) => {
    if (paidBack) return [paymentUnchanged(payment), ...refundChanges(paidBack)];
    if (restored === undefined)
      return changed ? paymentChange(payment, changed) : cancellation(payment, { reason, ...by });
    return payment.version === 0
      ? paymentChange(null, payment)
      : restoration(payment, { reason, ...by }, restored, changed);
  });
