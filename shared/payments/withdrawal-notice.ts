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
import { firstDayOf, type Member } from '../members/member.ts';
import type { Cents } from '../money.ts';
import type { Announcement } from './announcement.ts';
import { duesOf } from './dues.ts';
import type { MemberPayment } from './payment.ts';

/** 12 CFR 1005.10(d): a member is told of an amount that varies this many days before. */
const amountNoticeDays = 10;
/** Nacha Operating Rules: a member is told of a later day than was agreed this many days before. */
const dayNoticeDays = 7;
/** So many banking days behind the announced day a withdrawal is still the announced one. */
const daysToCollect = 5;
/** 12 CFR 1005.10(c): a member stops a withdrawal up to this many banking days before. */
const stopBankingDays = 3;

/** The part of a payment that decides which notice its withdrawal is owed. */
export type Withdrawal = Pick<
  MemberPayment,
  'periodId' | 'amountToBeSent' | 'programPaymentTypeId' | 'attempts' | 'announced'
>;
/** The part of a member that says what was signed and told. */
export type Payer = Pick<Member, 'startsOn' | 'enrolledOn' | 'leavingOn' | 'knownDues'>;

/** The dues that a member knows of for a month; undefined for who signed before this was kept: what is charged. */
const knownFor = ({ knownDues = [] }: Payer, period: PeriodId) =>
  knownDues.findLast(({ fromPeriod }) => fromPeriod <= period);

function amountKnown(payer: Payer, { periodId, programPaymentTypeId }: Withdrawal): Cents | undefined {
  const known = knownFor(payer, periodId);
  const from = firstDayOf(payer);
  if (!known || from === null) return undefined;
  const terms = { programPaymentTypeId, memberDuesAmount: known.amount };
  return duesOf(terms, { from, to: payer.leavingOn }, periodId)?.amount;
}

/** The withdrawal of the month in which the enrollment begins: the agreement shows its own amount and first day. */
const isFirst = (payer: Payer, { periodId }: Withdrawal): boolean =>
  periodOf(firstDayOf(payer) ?? '') === periodId;

/**
 * Returns how many days before a day the member must be notified of a withdrawal on it: 10 where the amount is neither
 * signed, nor announced 10 days before with a change of terms, nor the one last announced; 7 where the day is later
 * than the agreement's or than the announced days; else 0. A retry of a returned payment is the same withdrawal.
 */
export function noticeDays(payment: Withdrawal, payer: Payer, date: CalendarDate): number {
  if (payment.attempts.length > 0) return 0;
  const { announced, amountToBeSent: amount } = payment;
  const known = knownFor(payer, payment.periodId);
  const isAgreed =
    !known ||
    (amountKnown(payer, payment) === amount &&
      (known.isSigned || addDays(known.on, amountNoticeDays) <= date));
  if (!isAgreed || (announced && announced.amount !== amount)) return amountNoticeDays;
  if (announced && date > announced.until) return dayNoticeDays;
  return !isFirst(payer, payment) && date > duesCollectionDate(payment.periodId) ? dayNoticeDays : 0;
}

/** True when a withdrawal may be made on a day: it was announced for that day in time, or no notice is due. */
export function isAnnounced(payment: Withdrawal, payer: Payer, date: CalendarDate): boolean {
  const { announced, attempts, amountToBeSent: amount } = payment;
  const due = noticeDays(payment, payer, date);
  if (!announced || attempts.length > 0) return due === 0;
  const isMeant = announced.amount === amount && announced.from <= date && date <= announced.until;
  return isMeant && addDays(announced.sentOn, due) <= date;
}

/**
 * Returns the announcement to send of a Pending withdrawal that could be made on `soonest` at the earliest; undefined
 * when none is due. Only the collection day of the month is announced as one day: any other day depends on when an
 * administrator sends the file.
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
 * Returns why a withdrawal cannot be made on a day for lack of notice, as the sentence on screens; undefined when it
 * can. It stays Pending, is announced by email, and is collected from the announced day on.
 */
export function noticeReason(payment: Withdrawal, payer: Payer, date: CalendarDate): string | undefined {
  if (isAnnounced(payment, payer, date)) return undefined;
  const { announced, amountToBeSent: amount } = payment;
  const wait = `The payment waits until ${noticeDays(payment, payer, date)} days after the member is told by email.`;
  if (announced?.amount === amount && date < announced.from)
    return `The member was told that this is withdrawn from ${showDate(announced.from)} on. The payment waits for that day.`;
  if (announced?.amount === amount && date > announced.until)
    return `The member was told that this is withdrawn by ${showDate(announced.until)}. ${wait}`;
  return noticeDays(payment, payer, date) === amountNoticeDays
    ? `The amount is not the one the member ${announced ? 'was told' : 'agreed to'}. ${wait}`
    : `The day is later than the agreement says. ${wait}`;
}

/** The last day on which the member stops a withdrawal that is made on a day: three banking days before. */
export const lastDayToStop = (date: CalendarDate): CalendarDate => addBankingDays(date, -stopBankingDays);
