import * as z from 'zod';
import {
  addBankingDays,
  dateInChicago,
  duesCollectionDate,
  nextPeriod,
  periodOf,
  type CalendarDate,
  type PeriodId,
  showDate,
} from '../calendar.ts';
import { retriesOf, retryDay } from './returned-dues.ts';
import { memberPays } from '../enrollment/contract-steps.ts';
import type { GroupMembership } from '../group-memberships/group-membership.ts';
import { termsFor } from '../group-memberships/terms-versions.ts';
import { money } from '../money.ts';
import { waitingReason } from '../bank-files/exclusion.ts';
import { isNeverResent } from '../bank-files/resend.ts';
import { duesOf } from '../payments/dues.ts';
import { duesTimeOf } from '../payments/member-payment.ts';
import {
  isReserved,
  isOfKind,
  type Payment,
  type MemberPayment,
  memberDues,
  pending,
  paymentStatusName,
  received,
  returned,
  submitted,
} from '../payments/payment.ts';
import { announcementDue, lastDayToStop, type Withdrawal } from '../payments/withdrawal-notice.ts';
import { onWire } from '../wire-names.ts';
import type { Member } from '../members/member.ts';
import { Refusal } from '../refusal.ts';

/** Money that moves next: the day, whether it may be later than that, and the amount. */
const movement = z.object({ date: z.string(), isEarliest: z.boolean(), amount: money() });
export type Movement = z.output<typeof movement>;

/**
 * The dues that are withdrawn next: of which month, and the last day on which the member stops it; null once over. A
 * retry of returned dues can be stopped until it is sent.
 */
const plannedWithdrawal = movement.extend({
  isRetry: z.boolean(),
  periodId: onWire('periodID', z.string()),
  stopUntil: z.string().nullable(),
});
export type PlannedWithdrawal = z.output<typeof plannedWithdrawal>;

/** What is paid to the member next: a reimbursement, or dues of a month that is not owed. */
const nextReimbursement = movement.extend({ isDuesPaidBack: z.boolean() });
export type NextReimbursement = z.output<typeof nextReimbursement>;

interface Paying extends WithdrawalLimits {
  member: Member;
  program: GroupMembership;
  /** The member's payments of the months around today. */
  payments: readonly Payment[];
}

/** The limits of what may be withdrawn from a member. */
export interface WithdrawalLimits {
  /** Returns false if the account must not be debited on a day. */
  isDebitAllowed?: (date: CalendarDate) => boolean;
  /** The account for withdrawals, which decides about retries. */
  account?: Parameters<typeof retriesOf>[0]['account'];
  /** The IDs of open dues of closed months, which are not sent. */
  locked?: ReadonlySet<string>;
}

/**
 * The dues that are withdrawn next: those that the bank has, retries of returned ones, and the planned ones. They move on
 * the day that was announced or, before that, on the first one that the notice to the member allows.
 */
export function nextWithdrawals(paying: Paying, today: CalendarDate): PlannedWithdrawal[] {
  const { isDebitAllowed = () => true, account } = paying;
  const retries = retriesOf({ ...paying, account, today }).map((dues) => retryOf(dues, today));
  return [
    ...[...retries, ...plannedDues(paying, today)].filter(({ date }) => isDebitAllowed(date)),
    ...sentDues(paying, today),
  ].toSorted((a, b) => a.date.localeCompare(b.date) || a.periodId.localeCompare(b.periodId));
}

const duesAmong = (payments: readonly Payment[]): MemberPayment[] =>
  payments
    .filter((payment) => isOfKind(payment, 'member'))
    .filter(({ paymentTypeId }) => paymentTypeId === memberDues);

/** The dues that were sent to the bank, through the first day on which it can withdraw them. */
const sentDues = ({ payments }: Paying, today: CalendarDate): PlannedWithdrawal[] =>
  duesAmong(payments)
    .filter(({ status }) => status === received || status === submitted)
    .map((dues) => {
      const { attempts, announced, statusAt, amountToBeSent: amount, periodId } = dues;
      const soonest = addBankingDays(dateInChicago(new Date(attempts.at(-1)?.at ?? statusAt)), 1);
      const promised = announced?.from ?? duesCollectionDate(periodId);
      const date = promised > soonest ? promised : soonest;
      const isEarliest = date !== duesCollectionDate(periodId);
      return { isRetry: false, date, isEarliest, amount, periodId, stopUntil: null };
    })
    .filter(({ date }) => date >= today);

const retryOf = (dues: MemberPayment, today: CalendarDate): PlannedWithdrawal => ({
  isRetry: true,
  date: retryDay(today),
  isEarliest: true,
  amount: dues.amountToBeSent,
  periodId: dues.periodId,
  stopUntil: isReserved(dues) ? null : today,
});

/** The dues that wait for their file and are sent, else those of the next collection day. */
function plannedDues(
  { member, program, payments, locked }: Paying,
  today: CalendarDate,
): PlannedWithdrawal[] {
  const time = duesTimeOf(member);
  if (!time || !memberPays(program)) return [];
  const isWithdrawn = (periodId: PeriodId) =>
    waitingReason({ paymentTypeId: memberDues, periodId }, member) === undefined;
  const dues = duesAmong(payments);
  const waiting = dues.filter(
    ({ status, id, periodId }) => status === pending && locked?.has(id) !== true && isWithdrawn(periodId),
  );
  if (waiting.length > 0)
    return waiting.map((payment) => planned(payment, member, today, isReserved(payment)));
  const current = periodOf(today);
  const next = today <= duesCollectionDate(current) ? current : nextPeriod(current);
  const terms = termsFor(program, next);
  const due = duesOf(terms, time, next);
  if (!due || !isWithdrawn(next) || dues.some(({ periodId }) => periodId === next)) return [];
  const { programPaymentTypeId } = terms;
  const coming = { periodId: next, amountToBeSent: due.amount, programPaymentTypeId, attempts: [] };
  return [planned(coming, member, today, false)];
}

function planned(
  payment: Withdrawal,
  member: Member,
  today: CalendarDate,
  isInFile: boolean,
): PlannedWithdrawal {
  const soonest = addBankingDays(today, 1);
  const { from, until } = announcementDue(payment, member, { today, soonest }) ??
    payment.announced ?? { from: soonest, until: '' };
  const date = from > today ? from : soonest;
  const last = lastDayToStop(date);
  return {
    isRetry: false,
    date,
    isEarliest: from !== until || from !== duesCollectionDate(payment.periodId),
    amount: payment.amountToBeSent,
    periodId: payment.periodId,
    stopUntil: isInFile || last < today ? null : last,
  };
}

/** A month on its way to its reimbursement. */
const monthProgress = z.object({
  periodId: z.string(),
  visits: z.int(),
  required: z.int(),
  message: onWire('sentence', z.string()),
});
export type MonthProgress = z.output<typeof monthProgress>;

/** How far a membership is on its way to the reimbursement, and what is withdrawn and paid next. */
export const progress = z.object({
  memberId: onWire('memberGuid', z.string()),
  partnerName: z.string(),
  /** Visits of the current month that count so far, whether a reimbursement follows or not. */
  visitsSoFar: z.int(),
  /** Null where the program reimburses nothing in the current month. */
  current: monthProgress.nullable(),
  /** The month before, until it is paid. */
  previous: monthProgress.nullable(),
  nextWithdrawal: plannedWithdrawal.nullable(),
  /** The next withdrawal and those after it that are planned. */
  withdrawals: z.array(plannedWithdrawal),
  /** True until the first dues are submitted: the next withdrawal is the one that activates the membership. */
  isWaitingForFirstPayment: z.boolean(),
  nextReimbursement: nextReimbursement.nullable(),
  /** The effects of a hold or pause; null without one. */
  holdNotice: z.string().nullable(),
});
export type Progress = z.output<typeof progress>;

/** The reason that administrators see on the Canceled payment. */
export const stoppedByMember = 'The member stopped this withdrawal.';

/**
 * Returns how to stop a withdrawal: cancel it if it is waiting or would be retried, repay it if it is with the bank. Refuses ('conflict')
 * fewer than three banking days in advance, while a file is being created, and payments that are completed.
 *
 * @param date the day of the withdrawal
 */
export function stopMethod(
  payment: MemberPayment,
  date: CalendarDate,
  today: CalendarDate,
): 'cancel' | 'pay back' {
  const { status } = payment;
  if (status === returned && !isReserved(payment) && !isNeverResent(payment)) return 'cancel';
  if (status !== pending && status !== submitted)
    throw new Refusal(
      'conflict',
      `There is nothing to stop: this withdrawal is ${paymentStatusName(status)}.`,
    );
  const until = lastDayToStop(date);
  if (today > until)
    throw new Refusal(
      'conflict',
      `This withdrawal could be stopped here until ${showDate(until)}. Nothing was changed. To stop it, contact your bank or us.`,
    );
  if (isReserved(payment))
    throw new Refusal(
      'conflict',
      'This withdrawal is being sent to the bank. Nothing was changed. Try again in a few minutes.',
    );
  return status === pending ? 'cancel' : 'pay back';
}
