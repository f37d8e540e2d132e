import * as z from 'zod';
import {
  addDays,
  addPeriods,
  periodOf,
  periodsBetween,
  showDate,
  type CalendarDate,
  type PeriodId,
} from '../calendar.ts';
import type { GroupMembership } from '../group-memberships/group-membership.ts';
import { termsFor } from '../group-memberships/terms-versions.ts';
import { endOf, onHold, suspended, type Member } from '../members/member.ts';
import { currentPause, isEnrolled, type Pause } from '../members/standing.ts';
import { duesOf } from '../payments/dues.ts';
import { duesTimeOf, owesDuesFor } from '../payments/member-payment.ts';
import type { MemberPayment, Payment } from '../payments/payment.ts';
import { datedAmount, ending, moneyOf } from './ending.ts';
import { forMonth, refundOf, refundText } from './open-deposits.ts';

const monthAmount = datedAmount.omit({ on: true });

/** A pause, or the early end of one, in dollars and dates. */
export const pauseEffect = z.object({
  from: z.string(),
  /** First day after the pause; null for the end of a pause. */
  to: z.string().nullable(),
  /** Dues of the months of the pause, or those that are owed again when it ends. */
  dues: z.array(monthAmount),
  refunds: ending.shape.refunds,
  /** Collected dues with a refund that the end of the pause cancels. */
  notRefunded: z.array(monthAmount),
  paysDues: z.boolean(),
  isReimbursed: z.boolean(),
});
export type PauseEffect = z.output<typeof pauseEffect>;

interface Pausing {
  member: Member;
  after: Member;
  program: GroupMembership;
  today: CalendarDate;
}

const monthsOf = ({ from, to }: Pause): PeriodId[] =>
  periodsBetween(periodOf(from), periodOf(addDays(to, -1)));

/** Returns the dues of the months from this one to the end of a pause that only one of two states of a member owes. */
function duesOfDifference(owing: Member, other: Member, { from, to }: Pause, program: GroupMembership) {
  const time = duesTimeOf(owing);
  return monthsOf({ from, to })
    .filter((periodId) => owesDuesFor(owing, periodId) && !owesDuesFor(other, periodId))
    .flatMap((periodId) => {
      const due = time && duesOf(termsFor(program, periodId), time, periodId);
      return due ? [{ amount: due.amount, periodId }] : [];
    });
}

/**
 * Returns the effects of a pause that begins. `open` are its dues that are removed or canceled, `refunded` those that were
 * sent to the bank.
 */
export function pauseEffectOf(
  { member, after, program, today }: Pausing,
  { open, refunded }: { open: readonly Payment[]; refunded: readonly MemberPayment[] },
): PauseEffect {
  const pause = currentPause(after, today) ?? { from: today, to: today };
  const sentMonths = new Set(refunded.map(({ periodId }) => periodId));
  const amounts = new Map(open.map(({ periodId, amountToBeSent }) => [periodId, amountToBeSent]));
  return {
    ...pause,
    dues: duesOfDifference(member, after, pause, program)
      .filter(({ periodId }) => !sentMonths.has(periodId))
      .map(({ amount, periodId }) => ({ amount: amounts.get(periodId) ?? amount, periodId })),
    refunds: refunded.map((payment) => refundOf(payment, false, today)),
    notRefunded: [],
    ...moneyOf(program, monthsOf(pause)),
  };
}

/**
 * Returns the effects of ending a pause today. `refunds` are those that its end cancels, `settled` dues that do not
 * change.
 */
export function resumeEffectOf(
  { member, after, program, today }: Pausing,
  { refunds, settled }: { refunds: readonly MemberPayment[]; settled: readonly Payment[] },
): PauseEffect {
  const pause = currentPause(member, today) ?? { from: today, to: today };
  const from = pause.from > today ? pause.from : today;
  const unchanged = new Set([...refunds, ...settled].map(({ periodId }) => periodId));
  return {
    from,
    to: null,
    dues: duesOfDifference(after, member, pause, program).filter(({ periodId }) => !unchanged.has(periodId)),
    refunds: [],
    notRefunded: refunds.map(({ amountToBeSent, periodId }) => ({ amount: amountToBeSent, periodId })),
    ...moneyOf(program, monthsOf({ ...pause, from })),
  };
}

/** Returns a pause, or its end, as labels and texts, for the page and the email. */
export function pauseLines({
  from,
  to,
  dues,
  refunds,
  notRefunded,
  ...money
}: PauseEffect): [label: string, text: string][] {
  const amounts = dues.map(forMonth).join('; ');
  if (to === null)
    return [
      ['Continues from', showDate(from)],
      ...(notRefunded.length === 0
        ? []
        : [
            [
              'Not refunded',
              `${notRefunded.map(forMonth).join('; ')}, which the bank received before the pause.`,
            ] satisfies [string, string],
          ]),
      ...(amounts === '' ? [] : [['Dues', `${amounts}, withdrawn after notice.`] satisfies [string, string]]),
    ];
  return [
    ['Paused', `${showDate(from)} through ${showDate(addDays(to, -1))}`],
    ['Continues', showDate(to)],
    ...(amounts === '' ? [] : [['Not withdrawn', amounts] satisfies [string, string]]),
    ...(refunds.length === 0
      ? []
      : [['Refund', refundText({ refunds, refundBy: null })] satisfies [string, string]]),
    ['During the pause', `${sentence(pauseText(money))}.`],
  ];
}

/** Returns the effects of a hold, or of a pause that is planned or under way, for the member; null without one. */
export function holdNotice(member: Member, program: GroupMembership, today: CalendarDate): string | null {
  if (member.invitationStatus === onHold) return noticeOfHold(member, program, today);
  const pause = isEnrolled(member) ? currentPause(member, today) : undefined;
  const end = endOf(member);
  if (!pause || (end !== null && end <= pause.from)) return null;
  const to = end !== null && end < pause.to ? end : pause.to;
  const last = showDate(addDays(to, -1));
  const isPlanned = pause.from > today;
  const days = `${isPlanned ? `from ${showDate(pause.from)} ` : ''}through ${last}`;
  if (member.invitationStatus === suspended)
    return `Your membership is suspended until the billing info is updated. ${isPlanned ? 'A pause is planned' : 'It is also paused'} ${days}.`;
  const effects = pauseText(moneyOf(program, monthsOf({ from: isPlanned ? pause.from : today, to })));
  return isPlanned
    ? `Your membership will be paused ${days}. Visits before the pause count. During it, ${effects}.`
    : `Your membership is paused ${days}. ${sentence(effects)}.`;
}

function noticeOfHold({ holds = [] }: Member, program: GroupMembership, today: CalendarDate): string {
  const since = holds.findLast(({ to }) => to === null)?.from;
  const first = periodOf(since ?? today);
  const moneySince = (period: PeriodId) => moneyOf(program, periodsBetween(period, periodOf(today)));
  const { paysDues } = moneySince(first);
  // reimbursements are paid two months later
  const { isReimbursed } = moneySince(addPeriods(first, -2));
  const waiting = [...(paysDues ? ['dues'] : []), ...(isReimbursed ? ['reimbursements'] : [])];
  return [
    since === undefined
      ? 'Your membership is on hold.'
      : `Your membership has been on hold since ${showDate(since)}.`,
    'Earlier visits count. Check-ins during the hold are stored but do not count.',
    ...(waiting.length === 0
      ? []
      : [`${sentence(list.format(waiting))} wait until the membership is active again.`]),
    ...(paysDues ? ['Dues of months that are on hold throughout are not collected.'] : []),
    'To resume it, contact us or your employer or insurer.',
  ].join(' ');
}

const sentence = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase());

const list = new Intl.ListFormat('en-US');

/** Returns the effects of a pause without amounts, such as "visits do not count, and nothing is reimbursed for them". */
export const pauseText = ({
  paysDues,
  isReimbursed,
}: Pick<PauseEffect, 'paysDues' | 'isReimbursed'>): string =>
  list.format([
    ...(paysDues ? ['no dues are owed for these months'] : []),
    'visits do not count',
    ...(isReimbursed ? ['nothing is reimbursed for them'] : []),
  ]);
