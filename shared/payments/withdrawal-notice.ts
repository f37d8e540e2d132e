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
 * How many days before a day the member must be told of a withdrawal on it: 10 where the amount is neither signed nor
 * told ten days before with the change of terms, 7 where the day is later than the agreement's, else none. What was
 * returned and goes again is the same withdrawal.
 */
export function noticeDays(payment: Withdrawal, payer: Payer, date: CalendarDate): number {
  if (payment.attempts.length > 0) return 0;
  const known = knownFor(payer, payment.periodId);
  const isAgreed =
    !known ||
    (amountKnown(payer, payment) === payment.amountToBeSent &&
      (known.isSigned || addDays(known.on, amountNoticeDays) <= date));
  if (!isAgreed) return amountNoticeDays;
  return !isFirst(payer, payment) && date > duesCollectionDate(payment.periodId) ? dayNoticeDays : 0;
}

/** True when the member knows of the withdrawal on that day as long before as is owed. */
export function isAnnounced(payment: Withdrawal, payer: Payer, date: CalendarDate): boolean {
  const owed = noticeDays(payment, payer, date);
  if (owed === 0) return true;
  const { announced, amountToBeSent: amount } = payment;
  const isMeant = announced?.amount === amount && announced.from <= date && date <= announced.until;
  return isMeant && addDays(announced.sentOn, owed) <= date;
}

/** What to announce of a Pending withdrawal that could be made on `soonest` at the earliest; undefined when nothing. */
export function announcementDue(
  payment: Withdrawal,
  payer: Payer,
  { today, soonest }: { today: CalendarDate; soonest: CalendarDate },
): Announcement | undefined {
  const { announced, amountToBeSent: amount, periodId } = payment;
  if (payment.attempts.length > 0) return undefined;
  if (
    announced?.amount === amount &&
    (announced.until >= soonest || noticeDays(payment, payer, soonest) === 0)
  )
    return undefined;
  const promised = duesCollectionDate(periodId);
  let from = soonest > promised ? soonest : promised;
  const until = () => (noticeDays(payment, payer, from) === 0 ? from : addBankingDays(from, daysToCollect));
  const said = (): Announcement => ({ amount, from, until: until(), sentOn: today });
  while (!isAnnounced({ ...payment, announced: said() }, payer, from))
    from = sameOrNextBankingDay(addDays(from, 1));
  return said();
}

/**
 * Why a withdrawal cannot be made on a day for want of notice, as the sentence that people read; undefined when it can.
 * It stays Pending, is announced by email, and goes from the announced day on.
 */
export function noticeReason(payment: Withdrawal, payer: Payer, date: CalendarDate): string | undefined {
  if (isAnnounced(payment, payer, date)) return undefined;
  const { announced, amountToBeSent } = payment;
  if (announced?.amount === amountToBeSent && date < announced.from)
    return `The member was told that this is withdrawn from ${showDate(announced.from)} on. The payment waits for that day.`;
  return noticeDays(payment, payer, date) === amountNoticeDays
    ? 'The amount is not the one the member agreed to. The payment waits until 10 days after the member is told by email.'
    : 'The day is later than the agreement says. The payment waits until 7 days after the member is told by email.';
}

/** The last day on which the member stops a withdrawal that is made on a day: three banking days before. */
export const lastDayToStop = (date: CalendarDate): CalendarDate => addBankingDays(date, -stopBankingDays);
