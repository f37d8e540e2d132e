import {
  addBankingDays,
  daysBetween,
  daysInPeriod,
  duesCollectionDate,
  periodEnd,
  periodOf,
  periodStart,
  type CalendarDate,
  type PeriodId,
} from '../calendar.ts';
import type { GroupMembership } from '../group-memberships/group-membership.ts';
import { prorate, type Cents } from '../money.ts';

/** The terms that dues follow from: who pays, and how much a month. */
export type DuesTerms = Pick<GroupMembership, 'programPaymentTypeId' | 'memberDuesAmount'>;

/** A member's time in the program: the first day, and the first day without (null while it lasts). */
export interface DuesTime {
  from: CalendarDate;
  to: CalendarDate | null;
}

/** The dues of one month: the amount in cents, and for how many of the month's days it is. */
export interface MonthlyDues {
  amount: Cents;
  days: number;
  daysInMonth: number;
}

/** The first day of an enrollment: the day of signing, or the program's launch when that is still to come. */
export const firstDayOfEnrollment = (signedOn: CalendarDate, launchDate: CalendarDate): CalendarDate =>
  signedOn > launchDate ? signedOn : launchDate;

/** True when the enrollment has a day in the month. */
export const hasDayIn = ({ from, to }: DuesTime, period: PeriodId): boolean =>
  from <= periodEnd(period) && (to === null || (to > from && to > periodStart(period)));

/**
 * The dues of one member for one month (decision 34): the month in which the enrollment begins by
 * the day, dues × remaining days ÷ days of the month, half up to the cent; every later month whole, the last one too.
 * The first day counts, so the 1st is a whole month. Undefined without a day of enrollment in the month, and when
 * nothing is to be paid: the partner pays all, no dues, or less than half a cent.
 */
export function duesOf(terms: DuesTerms, time: DuesTime, period: PeriodId): MonthlyDues | undefined {
  if (terms.programPaymentTypeId === 1 || !hasDayIn(time, period)) return undefined;
  const daysInMonth = daysInPeriod(period);
  const days = periodOf(time.from) === period ? daysBetween(time.from, periodEnd(period)) + 1 : daysInMonth;
  const amount = prorate(terms.memberDuesAmount, days, daysInMonth);
  return amount === 0 ? undefined : { amount, days, daysInMonth };
}

/** The dues of the month in which an enrollment begins, in cents; 0 when the member pays nothing for it. */
export const firstDues = (terms: DuesTerms, firstDay: CalendarDate): Cents =>
  duesOf(terms, { from: firstDay, to: null }, periodOf(firstDay))?.amount ?? 0;

/**
 * When the first dues are withdrawn: on the collection day of the month (the 1st or the next banking day) while the
 * bank can still be told in time, else at the earliest (`isEarliest`) on the next banking day after signing.
 */
export function firstWithdrawal(
  firstDay: CalendarDate,
  signedOn: CalendarDate,
): { date: CalendarDate; isEarliest: boolean } {
  const promised = duesCollectionDate(periodOf(firstDay));
  const soonest = addBankingDays(signedOn, 1);
  return promised > soonest ? { date: promised, isEarliest: false } : { date: soonest, isEarliest: true };
}
