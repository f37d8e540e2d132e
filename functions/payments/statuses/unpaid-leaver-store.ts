import { firstDuesReason, isFirstDues } from '../../../shared/bank-files/exclusion.ts';
import { deleted, type Member } from '../../../shared/members/member.ts';
import { leftUnpaid } from '../../../shared/payments/dues-collected.ts';
import { owesDuesFor } from '../../../shared/payments/member-payment.ts';
import {
  duesPaidBack,
  duesPaidBackId,
  isDuesPaidBack,
  wereDuesSent,
} from '../../../shared/payments/dues-paid-back.ts';
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
import { duesIdsOf, wasPaid } from '../../../shared/payments/refund.ts';
import { isPaycheckReimbursement, payrollFilesOf } from '../../../shared/payments/reimbursement-wait.ts';
import { isReplaceable } from '../../../shared/payments/regeneration.ts';
import { loadMemberPayments, periodsOf } from '../member-payments.ts';
import type { Change } from '../../table/write.ts';
import { departureOf, isRefundOfUnauthorized, paymentsAdded } from '../generation/dues-of-member.ts';
import { loadPayments, paymentUnchanged } from '../store.ts';
import { cancellation } from './decide.ts';
import { loadPayrollYear, yearOf } from '../payroll/store.ts';

/**
 * A payment that a former member is not paid or does not owe, with the reason of its cancellation. Dues that were
 * collected are refunded instead.
 */
export interface UnpaidByLeaver {
  payment: MemberPayment;
  reason: string;
  refund?: MemberPayment;
}

const firstDuesBack = 'the first dues were returned after the membership ended';
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
  const refunded = new Set((await loadPayments(collected.map(duesPaidBackId))).map(({ id }) => id));
  return [
    ...others
      .filter((_, index) => isOpen[index])
      .map((payment) => ({ payment, reason: firstDuesReason(payment, member) ?? monthUnpaid })),
    ...collected
      .map((payment) => ({
        payment,
        reason: firstDuesBack,
        refund: duesPaidBack(payment, departureOf(member.id), now.toISOString(), firstDuesBack),
      }))
      .filter(({ refund }) => !refunded.has(refund.id)),
  ];
}

/**
 * Loads the reimbursements of a canceled membership: the open ones, which are canceled, and those that were paid or are
 * in a payroll file, which an administrator recovers.
 */
export async function loadReimbursementsOfCanceled(
  member: Member,
  programPaymentTypeId: Payment['programPaymentTypeId'],
  now: Date,
): Promise<{ open: UnpaidByLeaver[]; paid: MemberPayment[] }> {
  const months = periodsOf(member, now);
  const payments = await loadMemberPayments(member, programPaymentTypeId, months, [memberReimbursements]);
  const reimbursements = payments
    .filter((payment) => isOfKind(payment, 'member'))
    .filter((payment) => !isDuesPaidBack(payment) && payment.amountToBeSent > 0);
  const isOpen = await Promise.all(reimbursements.map(isStillOpen));
  return {
    open: reimbursements
      .filter((payment, index) => isOpen[index] && !isReserved(payment))
      .map((payment) => ({ payment, reason: firstDuesReason(payment, member) ?? monthUnpaid })),
    paid: reimbursements.filter((payment, index) => !isOpen[index] && wasPaid(payment)),
  };
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
  unpaid.flatMap(({ payment, reason, refund }) =>
    refund
      ? [paymentUnchanged(payment), ...paymentsAdded([refund])]
      : cancellation(payment, { reason, who, now }),
  );
