import {
  addBankingDays,
  addDays,
  duesCollectionDate,
  periodOf,
  sameOrNextBankingDay,
  showDate,
  type CalendarDate,
  type PeriodId,
} from '../calendar.ts';
import { endOf, firstDayOf, type Member } from '../members/member.ts';
import type { Cents } from '../money.ts';
import type { Announcement, MemberPayment } from './payment.ts';
import { duesOf } from './dues.ts';

/** 12 CFR 1005.10(d): members are notified of a varying amount this many days in advance. */
const amountNoticeDays = 10;
/** Nacha Operating Rules: members are notified of a changed day this many days in advance. */
const dayNoticeDays = 7;
/** The number of banking days after the announced day during which the announcement remains valid. */
const daysToCollect = 5;
/** Dues of this many months before the next one are announced; older ones are handled manually. */
export const monthsAnnounced = 12;
/** 12 CFR 1005.10(c): members can stop a withdrawal up to this many banking days in advance. */
export const stopBankingDays = 3;

export type Withdrawal = Pick<
  MemberPayment,
  'periodId' | 'amountToBeSent' | 'programPaymentTypeId' | 'attempts' | 'announced'
>;
export type Payer = Pick<Member, 'startsOn' | 'enrolledOn' | 'leavingOn' | 'endsOn' | 'knownDues'>;

/** Returns the dues that the member was notified of for a month; undefined for members who signed before these were stored. */
const announcedDues = ({ knownDues: announcements = [] }: Payer, period: PeriodId) =>
  announcements.findLast(({ fromPeriod }) => fromPeriod <= period);

function announcedAmount(payer: Payer, { periodId, programPaymentTypeId }: Withdrawal): Cents | undefined {
  const announcement = announcedDues(payer, periodId);
  const from = firstDayOf(payer);
  if (!announcement || from === null) return undefined;
  const terms = { programPaymentTypeId, memberDuesAmount: announcement.amount };
  return duesOf(terms, { from, to: endOf(payer) }, periodId)?.amount;
}

/** The agreement shows the amount and day of the first withdrawal. */
const isFirst = (payer: Payer, { periodId }: Withdrawal): boolean =>
  periodOf(firstDayOf(payer) ?? '') === periodId;

/**
 * Returns how many days in advance the member must be notified of a withdrawal: 10, or the days of the state, if the amount
 * is neither signed, nor announced as many days before with changed terms, nor the amount last announced; 7 if the day is later than the
 * agreement's or the announced days; otherwise 0. A retry of a returned payment is the same withdrawal.
 */
export function noticeDays(payment: Withdrawal, payer: Payer, date: CalendarDate): number {
  if (payment.attempts.length > 0) return 0;
  const { announced, amountToBeSent: amount } = payment;
  const announcement = announcedDues(payer, payment.periodId);
  const days = Math.max(amountNoticeDays, announcement?.noticeDays ?? 0);
  const isAgreed =
    !announcement ||
    (announcedAmount(payer, payment) === amount &&
      (announcement.isSigned || addDays(announcement.on, days) <= date));
  if (!isAgreed) return days;
  if (announced && announced.amount !== amount) return amountNoticeDays;
  if (announced && date > announced.until) return dayNoticeDays;
  return !isFirst(payer, payment) && date > duesCollectionDate(payment.periodId) ? dayNoticeDays : 0;
}

/** Returns true if the withdrawal was announced in time for the day or requires no notice. */
export function isAnnounced(payment: Withdrawal, payer: Payer, date: CalendarDate): boolean {
  const { announced, attempts, amountToBeSent: amount } = payment;
  const due = noticeDays(payment, payer, date);
  if (!announced || attempts.length > 0) return due === 0;
  const isMeant = announced.amount === amount && announced.from <= date && date <= announced.until;
  return isMeant && addDays(announced.sentOn, due) <= date;
}

/**
 * Returns the announcement to send for a Pending withdrawal that can be made on `soonest` at the earliest, or undefined
 * if none is due. Only the collection day of the month is announced as a single day, because any other day depends on
 * when an administrator sends the file.
 */
export function announcementDue(
  payment: Withdrawal,
  payer: Payer,
  { today, soonest }: { today: CalendarDate; soonest: CalendarDate },
): Announcement | undefined {
  const { announced, amountToBeSent: amount, periodId } = payment;
  if (payment.attempts.length > 0) return undefined;
  if (announced?.amount === amount && announced.until >= soonest) return undefined;
  const promised = duesCollectionDate(periodId);
  let from = soonest > promised ? soonest : promised;
  const due = () => noticeDays(payment, payer, from);
  while (addDays(today, due()) > from) from = sameOrNextBankingDay(addDays(from, 1));
  const until = from === promised && due() === 0 ? from : addBankingDays(from, daysToCollect);
  return { amount, from, until, sentOn: today };
}

/**
 * Returns why a withdrawal cannot be made on a day for lack of notice, or undefined if it can. It stays Pending, is
 * announced by email, and is collected from the announced day on.
 */
export function noticeReason(payment: Withdrawal, payer: Payer, date: CalendarDate): string | undefined {
  if (isAnnounced(payment, payer, date)) return undefined;
  const { announced, amountToBeSent: amount } = payment;
  const wait = `The payment waits until ${noticeDays(payment, payer, date)} days after the member is notified by email.`;
  if (announced?.amount === amount && date < announced.from)
    return `The member was notified that this is withdrawn on or after ${showDate(announced.from)}. The payment waits for that day.`;
  if (announced?.amount === amount && date > announced.until)
    return `The member was notified that this is withdrawn by ${showDate(announced.until)}. ${wait}`;
  return noticeDays(payment, payer, date) >= amountNoticeDays
    ? `The amount differs from the one the member ${announced ? 'was notified of' : 'agreed to'}. ${wait}`
    : `The day is later than the day in the agreement. ${wait}`;
}

/** Returns the last day on which the member can stop a withdrawal: three banking days before it. */
export const lastDayToStop = (date: CalendarDate): CalendarDate => addBankingDays(date, -stopBankingDays);
