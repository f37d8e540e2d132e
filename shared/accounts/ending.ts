import * as z from 'zod';
import { nextWithdrawals, type WithdrawalLimits } from './next-withdrawal.ts';
import { forMonth, refundOf, refundText } from './open-deposits.ts';
import {
  addDays,
  addPeriods,
  dateInChicago,
  nextPeriod,
  periodOf,
  periodStart,
  reimbursementDate,
  showDate,
  showLastDay,
  type CalendarDate,
  type PeriodId,
} from '../calendar.ts';
import { leavingMember } from '../employees/membership-rules.ts';
import { memberPays } from '../enrollment/contract-steps.ts';
import { noticeDay } from '../enrollment/cancellation-rights.ts';
import { text } from '../fields.ts';
import type { GroupMembership } from '../group-memberships/group-membership.ts';
import { termsFor, versionsOf } from '../group-memberships/terms-versions.ts';
import { reimburses } from '../group-memberships/group-membership-rules.ts';
import { dollarsFromCents, money, showMoney } from '../money.ts';
import { isDuesPaidBack } from '../payments/dues-paid-back.ts';
import { isCanceled, leftUnpaid } from '../payments/dues-collected.ts';
import {
  canceled,
  isOfKind,
  memberReimbursements,
  pending,
  returned,
  sentExternally,
  type MemberPayment,
  type Payment,
} from '../payments/payment.ts';
import { Refusal } from '../refusal.ts';
import { partsByMonth } from '../payments/visit-adjustment.ts';
import { onWire } from '../wire-names.ts';
import { canMove, moveMember } from '../members/membership-status.ts';
import {
  deleted,
  endOf,
  enrolledWaitingForPayment,
  isOnHold,
  isSuspended,
  onHold,
  suspended,
  waitingToDelete,
  type Member,
} from '../members/member.ts';
import { isEnrolled } from '../members/standing.ts';
import { isPartnerPaid } from '../programs.ts';

/** `cancel`: within the right of cancellation. `leave`: by the rules of leaving. */
export const endingKind = z.enum(['cancel', 'leave']);
export type EndingKind = z.output<typeof endingKind>;

/** The optional reason after an ending, which may be short. */
export const endingReason = () => text('Reason', { max: 300, required: false });

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
  /** The first dues were not collected, so nothing is owed or reimbursed. */
  isUnpaid: z.boolean(),
  /** Reimbursements that are still paid. */
  reimbursements: z.array(datedAmount),
  /** Reimbursements of a canceled membership, or of months after its end, that were paid and are recovered. */
  reimbursed: money(),
  keyFobNumber: z.string().nullable(),
  /** The program collects dues from members, or did. */
  paysDues: z.boolean(),
  isReimbursed: z.boolean(),
});
export type Ending = z.output<typeof ending>;

/** Returns the effects that a confirmation names, as the request sends them: amounts in dollars. */
export const confirmed = ({ kind, lastDay, refundTotal }: Ending) => ({
  kind,
  lastDay,
  refundTotal: dollarsFromCents(refundTotal),
});

/** Earlier notices are not recorded: their refunds would exceed what a transaction can hold. */
const firstNoticeDay = (today: CalendarDate): CalendarDate => periodStart(addPeriods(periodOf(today), -12));

interface EndContext {
  programPaymentTypeId: GroupMembership['programPaymentTypeId'];
  /** Last day of the right of cancellation. */
  until: CalendarDate;
  /** First dues are in a bank file or at the bank. */
  isCollecting: boolean;
  /** The first dues; undefined without any. */
  firstDues: Payment | undefined;
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
export function endedByMember(member: Member, context: EndContext): { kind: EndingKind; after: Member } {
  const { programPaymentTypeId, until, isCollecting, now, noticeOn } = context;
  const today = dateInChicago(now);
  if (noticeOn !== undefined && member.enrolledOn !== null && noticeOn < member.enrolledOn)
    throw new Refusal(
      'invalid',
      `The day of notice is before the day of signing, ${showDate(member.enrolledOn)}.`,
      'noticeOn',
    );
  if (noticeOn !== undefined && noticeOn < firstNoticeDay(today))
    throw new Refusal(
      'invalid',
      `Notices can be recorded for 12 months. Nothing was changed. Choose a day from ${showDate(firstNoticeDay(today))} on.`,
      'noticeOn',
    );
  const isEarlier = noticeOn !== undefined && noticeOn < today;
  if (isCancelable(member) && (noticeOn ?? noticeDay(now)) <= until && canMove(member, 'cancel', { today })) {
    const after = moveMember(member, 'cancel', { today });
    return { kind: 'cancel', after: isEarlier ? { ...after, noticeOn } : after };
  }
  if (isEarlier && isCancelable(member))
    return { kind: 'leave', after: endedEarlier(member, noticeOn, context) };
  if (!isEnrolled(member)) throw new Refusal('invalid', 'This membership is not enrolled at a club.');
  // the employer can have planned a later end than a notice of today has
  if (member.invitationStatus === waitingToDelete)
    return { kind: 'leave', after: endedEarlier(member, today, { ...context, firstDues: undefined }) };
  return {
    kind: 'leave',
    after: isCollecting
      ? moveMember(member, 'leaveLater', { today })
      : leavingMember(member, programPaymentTypeId, today),
  };
}

/**
 * Returns the member with the end that the rules of leaving give a notice of an earlier day: the end of its month for
 * members who paid and could use the membership, otherwise the day itself. Throws ('invalid') if it does not end earlier.
 */
function endedEarlier(
  member: Member,
  noticeOn: CalendarDate,
  { programPaymentTypeId, firstDues, now }: EndContext,
): Member {
  const today = dateInChicago(now);
  const isUnpaid = firstDues !== undefined && !wereCollectedOn(firstDues, noticeOn);
  const holds = member.holds?.filter(({ isPause }) => !isPause);
  const isAway = isOnHold({ holds }, noticeOn) || isSuspended(member, noticeOn);
  const endsAtOnce = isUnpaid || isAway || isPartnerPaid({ programPaymentTypeId });
  const monthEnd = periodStart(nextPeriod(periodOf(noticeOn)));
  // a membership that cannot be used now ends at the latest today, as without a notice
  const latest = isAwayNow(member) && today < monthEnd ? today : monthEnd;
  const leavingOn = endsAtOnce ? noticeOn : latest;
  const end = endOf(member);
  if (end !== null && leavingOn >= end)
    throw new Refusal(
      'invalid',
      `This membership already ${end > today ? 'ends' : 'ended'} on ${showLastDay(end)}, so this notice changes nothing.`,
      'noticeOn',
    );
  return moveMember(member, 'endEarlier', { today, noticeOn, leavingOn, isUnpaid });
}

const isAwayNow = ({ invitationStatus }: Member): boolean =>
  [enrolledWaitingForPayment, suspended, onHold].some((status) => status === invitationStatus);

/** Returns true if dues had been sent or paid by the end of a day, and had not come back. */
function wereCollectedOn({ status, statusAt, attempts }: Payment, day: CalendarDate): boolean {
  const isUntil = (at: string): boolean => dateInChicago(new Date(at)) <= day;
  if (status === sentExternally) return isUntil(statusAt);
  return attempts.some(({ at, returned: back }) => isUntil(at) && !(back && isUntil(back.at)));
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
  limits: WithdrawalLimits;
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
  limits,
  today,
  noticeOn,
}: Ended): Ending {
  const droppedIds = new Set([...dues.dropped, ...dues.refunded].map(({ id }) => id));
  const remaining = payments.filter(({ id }) => !droppedIds.has(id));
  const known = [
    ...remaining,
    ...dues.refunded.filter(({ status }) => status !== pending),
    // their months are not planned again
    ...dues.dropped.map((payment): Payment => ({ ...payment, status: canceled })),
  ];
  const last = nextWithdrawals({ ...limits, member: after, program, payments: known }, today).at(-1);
  const isEarlyRefund = kind === 'cancel' || after.noticeOn !== undefined;
  const refunds = dues.refunded.map((payment) => refundOf(payment, isEarlyRefund, today));
  const sum = (amounts: readonly { amount: number }[]) =>
    amounts.reduce((total, { amount }) => total + amount, 0);
  const isDeduction = ({ paymentTypeId }: Payment) => paymentTypeId !== memberReimbursements;
  return {
    kind,
    lastDay: lastDayOf(after, kind, today),
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
    isUnpaid: leftUnpaid(after),
    reimbursements: isCanceled(after) || leftUnpaid(after) ? [] : openReimbursements(remaining),
    reimbursed: sum(dues.reimbursed.map(({ amountToBeSent }) => ({ amount: amountToBeSent }))),
    keyFobNumber: member.keyFobNumber,
    ...moneyOf(program),
  };
}

/** Returns whether members of a program pay dues and are reimbursed in some months; without months, in any. */
export const moneyOf = (
  program: GroupMembership,
  months?: readonly PeriodId[],
): { paysDues: boolean; isReimbursed: boolean } => {
  const terms = months
    ? months.map((month) => termsFor(program, month))
    : versionsOf(program).map((version) => ({ ...program, ...version }));
  return { paysDues: terms.some(memberPays), isReimbursed: terms.some(reimburses) };
};

/** The day before the end date, as in every other text; a canceled membership has no counted days. */
const lastDayOf = ({ leavingOn }: Member, kind: EndingKind, today: CalendarDate): CalendarDate =>
  leavingOn !== null && (leavingOn > today || kind === 'leave') ? addDays(leavingOn, -1) : today;

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
    .flatMap((payment) =>
      partsByMonth(payment).map((part) => ({ ...part, on: reimbursementDate(payment.periodId) })),
    );

/** Returns the ending as labels and texts, for the page, the email, and its PDF. */
export function endingLines(of: Ending): [label: string, text: string][] {
  const {
    lastDay,
    isImmediate,
    lastWithdrawal,
    notWithdrawn,
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
    ['Refund', refundText(of), paysDues || of.refunds.length > 0],
    ['Reimbursements', reimbursementText(of), isReimbursed || reimbursements.length > 0 || reimbursed > 0],
    [
      keyFobNumber === null ? 'Access pass' : 'Key fob',
      isImmediate ? 'It stops working now.' : `It works through ${showDate(lastDay)}.`,
    ],
  ];
  return lines.filter(([, , isShown = true]) => isShown).map(([label, text]) => [label, text]);
}

function reimbursementText({ kind, isUnpaid, reimbursements, reimbursed }: Ending): string {
  const received =
    reimbursed > 0 ? ` We contact you about ${showMoney(reimbursed)} that you already received.` : '';
  if (kind === 'cancel' || isUnpaid) return `Nothing is reimbursed for this membership.${received}`;
  const months = reimbursements.length > 0 ? `Still paid: ${reimbursements.map(forMonth).join('; ')}. ` : '';
  return `${months}Months through your last day are reimbursed if you made the required visits.${received}`;
}
