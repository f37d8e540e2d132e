import { holdNotice } from './pause.ts';
import { payDay } from './reimbursement-history.ts';
import { waitingReason } from '../bank-files/exclusion.ts';
import {
  addBankingDays,
  addDays,
  daysBetween,
  nextPeriod,
  periodEnd,
  periodName,
  periodOf,
  previousPeriod,
  reimbursementDate,
  showDate,
  type CalendarDate,
  type PeriodId,
} from '../calendar.ts';
import { reimburses } from '../group-memberships/group-membership-rules.ts';
import type { GroupMembership } from '../group-memberships/group-membership.ts';
import { cardinal, capitalize, plural } from '../number-words.ts';
import { termsFor } from '../group-memberships/terms-versions.ts';
import { areFirstDuesCollected } from '../payments/dues-collected.ts';
import { hasDayIn } from '../payments/dues.ts';
import { isDuesPaidBack } from '../payments/dues-paid-back.ts';
import {
  memberDues,
  memberReimbursements,
  pending,
  received,
  submitted,
  type Payment,
} from '../payments/payment.ts';
import { duesWait, type ReimbursementWait } from '../payments/reimbursement-wait.ts';
import { cameBack } from '../payments/refund.ts';
import { isVisitAdjustment } from '../payments/visit-adjustment.ts';
import {
  nextWithdrawals,
  type Movement,
  type MonthProgress,
  type NextReimbursement,
  type Progress,
} from './next-withdrawal.ts';
import { endOf, firstDayOf, isOnHold, type Member } from '../members/member.ts';
import { currentPause } from '../members/standing.ts';

interface Standing {
  member: Member;
  program: GroupMembership;
  partnerName: string;
  /** Visits that count by month. */
  visits: ReadonlyMap<PeriodId, number>;
  /** The member's payments of the months around today. */
  payments: readonly Payment[];
  /** The dues that the payments wait for, by payment ID. */
  waits?: ReadonlyMap<string, ReimbursementWait>;
  /** The bank returned the account for deposits. */
  isDepositAccountRefused?: boolean;
  /** Returns false if the account for withdrawals must not be debited on a day. */
  isDebitAllowed?: (date: CalendarDate) => boolean;
  /** The account for withdrawals. */
  account?: Parameters<typeof nextWithdrawals>[0]['account'];
  locked?: ReadonlySet<string>;
}

/** Returns the months with payments and visits that determine the state of a membership on a day. */
export function monthsAround(today: CalendarDate): PeriodId[] {
  const current = periodOf(today);
  return [previousPeriod(previousPeriod(current)), previousPeriod(current), current, nextPeriod(current)];
}

/** The state of a membership on a day in Chicago. Amounts are cents. */
export function progressOf(standing: Standing, today: CalendarDate): Progress {
  const { member, partnerName } = standing;
  const current = periodOf(today);
  const before = previousPeriod(current);
  const isSettled = today > payDay(before);
  const withdrawals = nextWithdrawals(standing, today);
  return {
    memberId: member.id,
    partnerName,
    visitsSoFar: standing.visits.get(current) ?? 0,
    current: monthOf(standing, current, today),
    previous: isSettled ? null : monthOf(standing, before, today),
    nextWithdrawal: withdrawals[0] ?? null,
    withdrawals,
    isWaitingForFirstPayment: !areFirstDuesCollected(member),
    nextReimbursement: nextReimbursement(standing, today),
    holdNotice: holdNotice(member, standing.program, today),
  };
}

/**
 * Returns a membership's month on its way to the reimbursement; null where the program reimburses nothing. `payments`
 * include the dues of the month.
 */
export function monthOf(
  { member, program, visits: counts, payments }: Pick<Standing, 'member' | 'program' | 'visits' | 'payments'>,
  period: PeriodId,
  today: CalendarDate,
): MonthProgress | null {
  const terms = termsFor(program, period);
  const from = firstDayOf(member);
  if (!reimburses(terms) || from === null || !hasDayIn({ from, to: member.leavingOn }, period)) return null;
  const required = terms.numberOfVisitsToReimburse;
  const visits = counts.get(period) ?? 0;
  const pays = waitText({ member, payments }, period);
  return {
    periodId: period,
    visits,
    required,
    message:
      visits < required && today <= periodEnd(period) && isOnHold(member, today)
        ? `${visits} of ${required} visits. ${countsAgain(member, today)}`
        : progressMessage(period, visits, required, today, pays, member.leavingOn),
  };
}

function countsAgain(member: Member, today: CalendarDate): string {
  const isOpen = member.holds?.some(({ to }) => to === null);
  const pause = isOpen ? undefined : currentPause(member, today);
  const end = endOf(member);
  if (pause && end !== null && end < pause.to) return 'Visits do not count until the membership ends';
  return `Visits count again ${pause ? `from ${showDate(pause.to)}` : 'once your membership is active again'}`;
}

/** Returns what a month's reimbursement waits for: "pays after your first payment"; undefined if it does not wait. */
export function waitText(
  { member, payments }: Pick<Standing, 'member' | 'payments'>,
  period: PeriodId,
): string | undefined {
  const wait = monthWait({ member, payments }, period);
  if (wait === 'first dues') return 'pays after your first payment';
  if (wait) return `pays once your dues of ${periodName(period)} are paid`;
  return waitingReason({ paymentTypeId: memberReimbursements, periodId: period }, member)
    ? 'pays once your membership is active again'
    : undefined;
}

const monthWait = (
  { member, payments }: Pick<Standing, 'member' | 'payments'>,
  period: PeriodId,
): ReimbursementWait | undefined =>
  duesWait(
    member,
    payments.filter(({ paymentTypeId, periodId }) => paymentTypeId === memberDues && periodId === period),
  );

/** "7 of 12 visits, 9 days left, pays after 11/25/2026"; "Goal reached: …", or after the month how many are short. */
export function progressMessage(
  period: PeriodId,
  visits: number,
  required: number,
  today: CalendarDate,
  pays = `pays after ${showDate(payDay(period))}`,
  leavingOn: CalendarDate | null = null,
): string {
  if (visits >= required)
    return `Goal reached: ${plural(visits, 'visit', 'visits')}, ${required} required, ${pays}`;
  if (today > periodEnd(period)) return `${required - visits} short, ${visits} of ${required} visits`;
  const ends =
    leavingOn !== null && leavingOn <= periodEnd(period) ? addDays(leavingOn, -1) : periodEnd(period);
  const left = Math.max(0, daysBetween(today, ends) + 1);
  if (required - visits > left)
    return `${visits} of ${required} visits. ${capitalize(cardinal(required))} visits can no longer be reached this month`;
  return `${visits} of ${required} visits, ${left} ${left === 1 ? 'day' : 'days'} left, ${pays}`;
}

/**
 * Returns what is paid to the member next: reimbursements and refunds of dues in progress, and reimbursements of months
 * with enough visits, whichever is earliest. A waiting one has no date yet and is not promised; one at the bank is.
 */
function nextReimbursement(standing: Standing, today: CalendarDate): NextReimbursement | null {
  const { program, isDepositAccountRefused = false } = standing;
  const payments = standing.payments.filter(({ paymentTypeId }) => paymentTypeId === memberReimbursements);
  const waits = (period: PeriodId) => isDepositAccountRefused || waitText(standing, period) !== undefined;
  const isOnItsWay = (payment: Payment) =>
    payment.status === submitted ||
    payment.status === received ||
    (payment.status === pending &&
      payment.payeeToken !== null &&
      (isDuesPaidBack(payment)
        ? areDuesHere(standing, payment)
        : !waits(payment.periodId) && !standing.waits?.has(payment.id)));
  const inProgress = payments.filter(isOnItsWay).map((payment) => ({
    periodId: payment.periodId,
    amount: payment.amountToBeSent,
    isDuesPaidBack: isDuesPaidBack(payment),
  }));
  const generated = new Set(
    payments.filter((payment) => !isVisitAdjustment(payment)).map(({ periodId }) => periodId),
  );
  const current = periodOf(today);
  const reached = [previousPeriod(current), current].flatMap((periodId) => {
    const month = monthOf(standing, periodId, today);
    if (!month || waits(periodId) || generated.has(periodId) || month.visits < month.required) return [];
    const amount = termsFor(program, periodId).memberReimbursementAmount;
    return [{ periodId, amount, isDuesPaidBack: false }];
  });
  const all = [...inProgress, ...reached];
  const [next] = all.toSorted(
    (a, b) => a.periodId.localeCompare(b.periodId) || Number(a.isDuesPaidBack) - Number(b.isDuesPaidBack),
  );
  if (!next) return null;
  const amount = all
    .filter((part) => part.periodId === next.periodId && part.isDuesPaidBack === next.isDuesPaidBack)
    .reduce((sum, part) => sum + part.amount, 0);
  return {
    ...onOrAfter(reimbursementDate(next.periodId), today),
    amount,
    isDuesPaidBack: next.isDuesPaidBack,
  };
}

/** Returns true unless the dues that a refund repays came back, so that it is not sent. */
function areDuesHere({ payments }: Standing, refund: Payment): boolean {
  const dues = payments.find(
    ({ paymentTypeId, periodId }) => paymentTypeId === memberDues && periodId === refund.periodId,
  );
  return dues !== undefined && !cameBack(dues);
}

/** The promised day, or where that is missed the soonest banking day, which may become a later one. */
const onOrAfter = (promised: CalendarDate, today: CalendarDate): Omit<Movement, 'amount'> =>
  promised > today
    ? { date: promised, isEarliest: false }
    : { date: addBankingDays(today, 1), isEarliest: true };
