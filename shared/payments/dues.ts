import {
  addBankingDays,
  daysBetween,
  daysInPeriod,
  duesCollectionDate,
  nextPeriod,
  periodEnd,
  periodOf,
  periodStart,
  type CalendarDate,
  type PeriodId,
} from '../calendar.ts';
import type { GroupMembership } from '../group-memberships/group-membership.ts';
import { prorate, type Cents } from '../money.ts';
import { isPartnerPaid } from '../programs.ts';

export type DuesTerms = Pick<GroupMembership, 'programPaymentTypeId' | 'memberDuesAmount'>;

/** A member's time in the program: the first day and the day after the last, or null if the membership is open-ended. */
export interface DuesTime {
  from: CalendarDate;
  to: CalendarDate | null;
}

/** The dues of one month in cents, and the number of days that they cover. */
export interface MonthlyDues {
  amount: Cents;
  days: number;
  daysInMonth: number;
}

/** Returns the day of signing, or the program's launch date if it is later. */
export const firstDayOfEnrollment = (signedOn: CalendarDate, launchDate: CalendarDate): CalendarDate =>
  signedOn > launchDate ? signedOn : launchDate;

export const hasDayIn = ({ from, to }: DuesTime, period: PeriodId): boolean =>
  from <= periodEnd(period) && (to === null || (to > from && to > periodStart(period)));

/**
 * Returns a member's dues for a month (decision 7). The month in which the enrollment begins is prorated: dues ×
 * remaining days ÷ days of the month, including the first day, rounded half up to the cent. Every later month,
 * including the last, is charged in full. Returns undefined if the enrollment has no day in the month or nothing is
 * due: the partner pays all, there are no dues, or they are less than half a cent.
 */
export function duesOf(terms: DuesTerms, time: DuesTime, period: PeriodId): MonthlyDues | undefined {
  if (isPartnerPaid(terms) || !hasDayIn(time, period)) return undefined;
  const daysInMonth = daysInPeriod(period);
  const days = periodOf(time.from) === period ? daysBetween(time.from, periodEnd(period)) + 1 : daysInMonth;
  const amount = prorate(terms.memberDuesAmount, days, daysInMonth);
  return amount === 0 ? undefined : { amount, days, daysInMonth };
}

/** Returns the dues, in cents, for the month in which an enrollment begins; 0 if the member pays nothing. */
export const firstDues = (terms: DuesTerms, firstDay: CalendarDate): Cents =>
  duesOf(terms, { from: firstDay, to: null }, periodOf(firstDay))?.amount ?? 0;

/**
 * Returns the day on which the dues of a month are withdrawn from a new member: the collection day (the 1st or the next
 * banking day) if the bank can receive the file in time, otherwise at the earliest (`isEarliest`) the next banking day
 * after signing.
 */
function withdrawalDay(
  period: PeriodId,
  signedOn: CalendarDate,
): { date: CalendarDate; isEarliest: boolean } {
  const promised = duesCollectionDate(period);
  const soonest = addBankingDays(signedOn, 1);
  return promised > soonest ? { date: promised, isEarliest: false } : { date: soonest, isEarliest: true };
}

export const firstWithdrawal = (firstDay: CalendarDate, signedOn: CalendarDate) =>
  withdrawalDay(periodOf(firstDay), signedOn);

/** Returns the withdrawals of the first two months: the first is charged by the day, the second in full. */
export const firstWithdrawals = (
  termsOf: (period: PeriodId) => DuesTerms,
  firstDay: CalendarDate,
  signedOn: CalendarDate,
) =>
  [periodOf(firstDay), nextPeriod(periodOf(firstDay))].flatMap((periodId) => {
    const dues = duesOf(termsOf(periodId), { from: firstDay, to: null }, periodId);
    return dues ? [{ periodId, amount: dues.amount, ...withdrawalDay(periodId, signedOn) }] : [];
  });
