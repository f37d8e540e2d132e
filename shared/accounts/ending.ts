import * as z from 'zod';
import { nextWithdrawals } from './next-withdrawal.ts';
import {
  addBankingDays,
  addDays,
  dateInChicago,
  duesCollectionDate,
  periodName,
  reimbursementDate,
  showDate,
  type CalendarDate,
} from '../calendar.ts';
import { leavingMember } from '../employees/membership-rules.ts';
import { memberPays } from '../enrollment/contract-steps.ts';
import { noticeDay } from '../enrollment/cancellation-rights.ts';
import type { GroupMembership } from '../group-memberships/group-membership.ts';
import { versionsOf } from '../group-memberships/terms-versions.ts';
import { reimburses } from '../group-memberships/group-membership-rules.ts';
import { money, showMoney } from '../money.ts';
import { isDuesPaidBack } from '../payments/dues-paid-back.ts';
import { isCanceled } from '../payments/dues-collected.ts';
import {
  completed,
  isOfKind,
  isReserved,
  memberReimbursements,
  pending,
  returned,
  sentExternally,
  type MemberPayment,
  type Payment,
} from '../payments/payment.ts';
import { Refusal } from '../refusal.ts';
import { onWire } from '../wire-names.ts';
import { canMove, moveMember } from '../members/membership-status.ts';
import { deleted, waitingToDelete, type Member } from '../members/member.ts';
import { isEnrolled } from '../members/standing.ts';

/** `cancel`: within the right of cancellation. `leave`: by the rules of leaving. */
export const endingKind = z.enum(['cancel', 'leave']);
export type EndingKind = z.output<typeof endingKind>;

export const datedAmount = z.object({
  amount: money(),
  periodId: onWire('periodID', z.string()),
  on: z.string(),
});

/** The effects of ending a membership, in dollars and dates. */
export const ending = z.object({
  kind: endingKind,
  lastDay: z.string(),
  /** The key fob or access pass stops working with the notice. */
  isImmediate: z.boolean(),
  /** Last day of the right of cancellation, and the state that grants it. */
  cancelUntil: z.string(),
  state: z.string(),
  /** The last dues that are withdrawn; null if nothing more is. */
  lastWithdrawal: datedAmount.nullable(),
  /** Dues that were planned and are not withdrawn. */
  notWithdrawn: money(),
  /** Refunds to the account that was debited, each with the first possible day. */
  refunds: z.array(datedAmount.extend({ isInFile: z.boolean() })),
  refundTotal: money(),
  /** Last day for the refunds by the law of the state; null outside the right. */
  refundBy: z.string().nullable(),
  /** Reimbursements that are still paid. */
  reimbursements: z.array(datedAmount),
  /** Reimbursements of a canceled membership that were paid and are recovered. */
  reimbursed: money(),
  keyFobNumber: z.string().nullable(),
  /** The program collects dues from members, or did. */
  paysDues: z.boolean(),
  isReimbursed: z.boolean(),
});
export type Ending = z.output<typeof ending>;

interface EndContext {
  programPaymentTypeId: GroupMembership['programPaymentTypeId'];
  /** Last day of the right of cancellation. */
  until: CalendarDate;
  /** First dues are in a bank file or at the bank. */
  isCollecting: boolean;
  now: Date;
  /** The day of a notice in writing; undefined for one that is given now. */
  noticeOn?: CalendarDate | undefined;
}

/** Returns true for a membership that can be canceled: an end by others leaves the member's right. */
export const isCancelable = (member: Member): boolean =>
  !isCanceled(member) &&
  (isEnrolled(member) ||
    (member.invitationStatus === deleted && member.facilityId !== null && member.enrolledOn !== null));

/** Decides how a member's own notice ends the membership. Throws ('invalid') if it is not enrolled or ends already. */
export function endedByMember(
  member: Member,
  { programPaymentTypeId, until, isCollecting, now, noticeOn }: EndContext,
): { kind: EndingKind; after: Member } {
  const today = dateInChicago(now);
  if (noticeOn !== undefined && member.enrolledOn !== null && noticeOn < member.enrolledOn)
    throw new Refusal(
      'invalid',
      `The day of notice is before the day of signing, ${showDate(member.enrolledOn)}.`,
      'noticeOn',
    );
  if (isCancelable(member) && (noticeOn ?? noticeDay(now)) <= until && canMove(member, 'cancel', { today }))
    return { kind: 'cancel', after: moveMember(member, 'cancel', { today }) };
  if (!isEnrolled(member)) throw new Refusal('invalid', 'This membership is not enrolled at a club.');
  if (member.invitationStatus === waitingToDelete)
    throw new Refusal('invalid', `This membership already ends on ${showDate(member.leavingOn ?? '')}.`);
  return {
    kind: 'leave',
    after: isCollecting
      ? moveMember(member, 'leaveLater', { today })
      : leavingMember(member, programPaymentTypeId, today),
  };
}

interface EndedDues {
  /** Pending dues and reimbursements that are removed or canceled. */
  dropped: readonly Payment[];
  /** Collected dues that are refunded, and those in a file that is being sent. */
  refunded: readonly MemberPayment[];
  /** Reimbursements that were paid although the membership is canceled. */
  reimbursed: readonly MemberPayment[];
}

interface Ended {
  member: Member;
  after: Member;
  kind: EndingKind;
  program: GroupMembership;
  payments: readonly Payment[];
  dues: EndedDues;
  right: { until: CalendarDate; state: string; refundDays: number };
  today: CalendarDate;
  /** The day of the notice, from which the law counts the days to the refund. */
  noticeOn: CalendarDate;
}

/** Returns the effects of an ending, from the same decision that the server applies. */
export function endingOf({
  member,
  after,
  kind,
  program,
  payments,
  dues,
  right,
  today,
  noticeOn,
}: Ended): Ending {
  const droppedIds = new Set([...dues.dropped, ...dues.refunded].map(({ id }) => id));
  const remaining = payments.filter(({ id }) => !droppedIds.has(id));
  const last = nextWithdrawals({ member: after, program, payments: remaining }, today).at(-1);
  const refunds = dues.refunded.map((payment) => refundOf(payment, kind, today));
  const sum = (amounts: readonly { amount: number }[]) =>
    amounts.reduce((total, { amount }) => total + amount, 0);
  const isDeduction = ({ paymentTypeId }: Payment) => paymentTypeId !== memberReimbursements;
  return {
    kind,
    lastDay: lastDayOf(after, today),
    isImmediate: after.invitationStatus === deleted,
    cancelUntil: right.until,
    state: right.state,
    lastWithdrawal: last ? { amount: last.amount, periodId: last.periodId, on: last.date } : null,
    notWithdrawn: sum(
      dues.dropped.filter(isDeduction).map(({ amountToBeSent }) => ({ amount: amountToBeSent })),
    ),
    refunds,
    refundTotal: sum(refunds),
    refundBy: kind === 'cancel' && refunds.length > 0 ? addDays(noticeOn, right.refundDays) : null,
    reimbursements: isCanceled(after) ? [] : openReimbursements(remaining),
    reimbursed: sum(dues.reimbursed.map(({ amountToBeSent }) => ({ amount: amountToBeSent }))),
    keyFobNumber: member.keyFobNumber,
    ...moneyOf(program),
  };
}

/** Returns whether members of a program pay dues and are reimbursed, now or with other terms of the program. */
export const moneyOf = (program: GroupMembership): { paysDues: boolean; isReimbursed: boolean } => {
  const versions = versionsOf(program).map((terms) => ({ ...program, ...terms }));
  return { paysDues: versions.some(memberPays), isReimbursed: versions.some(reimburses) };
};

export const refundOf = (
  payment: MemberPayment,
  kind: EndingKind,
  today: CalendarDate,
): Ending['refunds'][number] => ({
  amount: payment.amountToBeSent,
  periodId: payment.periodId,
  on: refundDay(payment, kind, today),
  isInFile: isReserved(payment),
});

/** A membership that ends at once can be used until it is ended; others to the day before the end date. */
const lastDayOf = ({ leavingOn }: Member, today: CalendarDate): CalendarDate =>
  leavingOn !== null && leavingOn > today ? addDays(leavingOn, -1) : today;

/**
 * Returns the first day on which a refund can arrive: two banking days after the withdrawal settled. Refunds outside the
 * right of cancellation are paid with the reimbursements of their month.
 */
function refundDay(dues: MemberPayment, kind: EndingKind, today: CalendarDate): CalendarDate {
  const collected = duesCollectionDate(dues.periodId);
  const isSettled = dues.status === completed || dues.status === sentExternally;
  const settled = isSettled ? today : addBankingDays(collected > today ? collected : today, 3);
  const soonest = addBankingDays(settled, 2);
  const withOthers = reimbursementDate(dues.periodId);
  return kind === 'cancel' || soonest > withOthers ? soonest : withOthers;
}

const openReimbursements = (payments: readonly Payment[]): Ending['reimbursements'] =>
  payments
    .filter((payment) => isOfKind(payment, 'member'))
    .filter(
      (payment) =>
        payment.paymentTypeId === memberReimbursements &&
        !isDuesPaidBack(payment) &&
        payment.amountToBeSent > 0 &&
        (payment.status === pending || payment.status === returned),
    )
    .map(({ amountToBeSent, periodId }) => ({
      amount: amountToBeSent,
      periodId,
      on: reimbursementDate(periodId),
    }));

/** Returns the ending as labels and texts, for the page, the email, and its PDF. */
export function endingLines(of: Ending): [label: string, text: string][] {
  const {
    kind,
    lastDay,
    isImmediate,
    lastWithdrawal,
    notWithdrawn,
    refunds,
    refundBy,
    reimbursements,
    reimbursed,
    keyFobNumber,
    paysDues,
    isReimbursed,
  } = of;
  const lines: [label: string, text: string, isShown?: boolean][] = [
    ['Last day', showDate(lastDay)],
    [
      'Last withdrawal',
      lastWithdrawal
        ? `${forMonth(lastWithdrawal)} on or after ${showDate(lastWithdrawal.on)}`
        : 'Nothing more is withdrawn.',
      paysDues || lastWithdrawal !== null,
    ],
    ['Not withdrawn', showMoney(notWithdrawn), notWithdrawn > 0],
    [
      'Refund',
      refunds.length === 0
        ? 'Nothing was collected that is refunded.'
        : refundText(refunds, refundBy ? `; at the latest on ${showDate(refundBy)}` : ''),
      paysDues || refunds.length > 0,
    ],
    [
      'Reimbursements',
      reimbursementText(kind, reimbursements.map(forMonth), reimbursed),
      isReimbursed || reimbursements.length > 0 || reimbursed > 0,
    ],
    [
      keyFobNumber === null ? 'Access pass' : 'Key fob',
      isImmediate ? 'It stops working now.' : `It works through ${showDate(lastDay)}.`,
    ],
  ];
  return lines.filter(([, , isShown = true]) => isShown).map(([label, text]) => [label, text]);
}

export const forMonth = ({ amount, periodId }: { amount: number; periodId: string }) =>
  `${showMoney(amount)} for ${periodName(periodId)}`;

export const refundText = (refunds: Ending['refunds'], deadline = ''): string =>
  `${refunds.map((refund) => `${forMonth(refund)}, from ${showDate(refund.on)}${refund.isInFile ? ', unless we can still take it out of the file that we are sending' : ''}`).join('; ')}${deadline}. Refunds go to the account that was debited, once the withdrawal has settled.`;

function reimbursementText(kind: EndingKind, open: readonly string[], reimbursed: number): string {
  if (kind === 'cancel')
    return `Nothing is reimbursed for this membership.${reimbursed > 0 ? ` We contact you about ${showMoney(reimbursed)} that you already received.` : ''}`;
  const months = open.length > 0 ? `Still paid: ${open.join('; ')}. ` : '';
  return `${months}Months through your last day are reimbursed if you made the required visits.`;
}
