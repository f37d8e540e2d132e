import { firstDuesReason, isFirstDues } from '../../../shared/bank-files/exclusion.ts';
import { deleted, type Member } from '../../../shared/members/member.ts';
import { leftUnpaid } from '../../../shared/payments/dues-collected.ts';
import { owesDuesFor } from '../../../shared/payments/member-payment.ts';
import { duesPaidBack, isDuesPaidBack, wereDuesSent } from '../../../shared/payments/dues-paid-back.ts';
import {
  memberDues,
  memberReimbursements,
  pending,
  returned,
  isOfKind,
  isReserved,
  type MemberPayment,
  type Payment,
} from '../../../shared/payments/payment.ts';
import { duesIdsOf, monthsPaid, wasPaid } from '../../../shared/payments/refund.ts';
import { isPaycheckReimbursement, payrollFilesOf } from '../../../shared/payments/reimbursement-wait.ts';
import { isReplaceable } from '../../../shared/payments/regeneration.ts';
import { loadGroupMembership } from '../../group-memberships/store.ts';
import { loadMemberPayments, periodsOf } from '../member-payments.ts';
import type { Change } from '../../table/write.ts';
import {
  departureOf,
  duesSettledEach,
  duesWithoutDay,
  formerRefunds,
  isRefundOfUnauthorized,
  paidBackOnce,
  refundChanges,
  type PaidBack,
} from '../generation/dues-of-member.ts';
import { paymentUnchanged } from '../store.ts';
import { cancellation } from './decide.ts';
import { loadPayrollYear, yearOf } from '../payroll/store.ts';

/**
 * A payment that a former member is not paid or does not owe, with the reason of its cancellation. Dues that were
 * collected are refunded instead.
 */
export interface UnpaidByLeaver {
  payment: MemberPayment;
  reason: string;
  paidBack?: PaidBack;
}

const firstDuesBack = 'the first dues were returned after the membership ended';
const endedBefore = 'The membership ended before this month, so nothing is reimbursed.';
const monthUnpaid =
  'The dues of this month were returned and not paid before the member left, so nothing is reimbursed.';

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
 * Finds the reimbursements of months that a member owes no dues for, because the membership was canceled or ended earlier:
 * the open ones, which are canceled, and those that were paid or are in a payroll file, which an administrator recovers.
 */
export async function loadReimbursementsNotOwed(
  member: Member,
  payments: readonly Payment[],
): Promise<{ open: UnpaidByLeaver[]; paid: MemberPayment[] }> {
  const reimbursements = payments
    .filter((payment) => isOfKind(payment, 'member'))
    .filter(({ paymentTypeId }) => paymentTypeId === memberReimbursements)
    .filter((payment) => !isDuesPaidBack(payment) && payment.amountToBeSent > 0)
    .filter((payment) => monthsPaid(payment).every((period) => !owesDuesFor(member, period)));
  const isOpen = await Promise.all(reimbursements.map(isStillOpen));
  return {
    open: reimbursements
      .filter((payment, index) => isOpen[index] && !isReserved(payment))
      .map((payment) => ({ payment, reason: firstDuesReason(payment, member) ?? endedBefore })),
    paid: reimbursements.filter((payment, index) => !isOpen[index] && wasPaid(payment)),
  };
}

/**
 * Returns the writes that settle the rest of the payments that a former member does not owe and is not paid, one set for
 * each payment: what did not fit into the transaction of the end.
 */
export async function settledAfterEnd(member: Member, by: { who: string; now: Date }): Promise<Change[][]> {
  const terms = await loadGroupMembership(member.partnerId);
  if (member.invitationStatus !== deleted || !terms) return [];
  const dues = await duesWithoutDay(member, member, by.now);
  const payments = await loadMemberPayments(member, terms.programPaymentTypeId, periodsOf(member, by.now));
  const { open } = await loadReimbursementsNotOwed(member, payments);
  const settledIds = new Set(dues.removed.map(({ id }) => id));
  return [
    ...duesSettledEach(dues),
    ...open
      .filter(({ payment }) => !settledIds.has(payment.id))
      .map((reimbursement) => unpaidSettled([reimbursement], by)),
  ];
}

/**
 * Loads the Pending refunds of dues that are owed again because the first dues of a former member stay collected.
 * `member` is the member after that.
 */
export async function loadNeedlessRefunds(
  dues: Payment,
  member: Member,
  now: Date,
): Promise<UnpaidByLeaver[]> {
  if (member.invitationStatus !== deleted || !isFirstDues(dues, member)) return [];
  const payments = await loadMemberPayments(member, dues.programPaymentTypeId, periodsOf(member, now));
  return payments
    .filter((payment) => isOfKind(payment, 'member'))
    .filter((payment) => isDuesPaidBack(payment) && payment.status === pending && !isReserved(payment))
    .filter((refund) => owesDuesFor(member, refund.periodId) && !isRefundOfUnauthorized(refund))
    .map((payment) => ({ payment, reason: 'The first dues are collected, so these dues are owed.' }));
}

/** Returns true unless the payment was made, canceled, or, by paycheck, contained in a payroll file. */
async function isStillOpen(payment: MemberPayment): Promise<boolean> {
  const { status, partnerId, periodId } = payment;
  if (status === pending || status === returned) return true;
  if (!isPaycheckReimbursement(payment) || !isReplaceable(payment)) return false;
  const { files } = await loadPayrollYear(partnerId, yearOf(periodId));
  return payrollFilesOf(payment, files).length === 0;
}

export const unpaidSettled = (
  unpaid: readonly UnpaidByLeaver[],
  { who, now }: { who: string; now: Date },
): Change[] =>
  unpaid.flatMap(({ payment, reason, paidBack }) =>
    paidBack
      ? [paymentUnchanged(payment), ...refundChanges(paidBack)]
      : cancellation(payment, { reason, who, now }),
  );
