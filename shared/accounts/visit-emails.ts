import * as z from 'zod';
import {
  daysBetween,
  periodEnd,
  periodName,
  periodOf,
  showDate,
  addDays,
  type CalendarDate,
  type PeriodId,
} from '../calendar.ts';
import { emailFailureOf } from '../email-failure.ts';
import { flag } from '../fields.ts';
import type { GroupMembership } from '../group-memberships/group-membership.ts';
import { activated, isOnHold, isSuspended, waitingToDelete, type Member } from '../members/member.ts';
import { cardinal, capitalize } from '../number-words.ts';
import type { Payment } from '../payments/payment.ts';
import { holdNotice } from './pause.ts';
import { monthOf, waitText } from './progress.ts';

/**
 * Emails about visits of a membership. Those about a visit are sent to members who select them. The reminder is sent
 * until a member turns it off: it reports the state of an existing membership (15 USC 7702(17)(A)(iii)), which requires
 * no consent.
 */
export const visitEmailForm = z.object({
  firstVisit: flag('My first visit of a month'),
  goal: flag('Reaching the visits for my reimbursement'),
  reminder: flag('A reminder in the last week of a month if I am a few visits short, at most once a month'),
});
export type VisitEmailChoices = z.output<typeof visitEmailForm>;

export const visitEmailChoicesOf = ({
  visitEmails = {},
}: Pick<Member, 'visitEmails'>): VisitEmailChoices => ({
  firstVisit: visitEmails.firstVisit ?? false,
  goal: visitEmails.goal ?? false,
  reminder: visitEmails.reminder ?? true,
});

interface VisitEmail {
  subject: string;
  paragraphs: string[];
}

/** Reminders are sent when this many days of a month are left, including the current one. */
export const reminderDays = 7;
const mostVisitsShort = 3;

/** Returns the last day of a month on which visits of the member count. */
const lastDayOf = ({ leavingOn }: Member, period: PeriodId): CalendarDate =>
  leavingOn !== null && leavingOn <= periodEnd(period) ? addDays(leavingOn, -1) : periodEnd(period);

/** Returns true if the membership earns reimbursements on a day and its address receives emails. */
const isReminded = (member: Member, today: CalendarDate): boolean =>
  (member.invitationStatus === activated || member.invitationStatus === waitingToDelete) &&
  !isOnHold(member, today) &&
  !isSuspended(member, today) &&
  emailFailureOf(member) === null;

/**
 * Returns the reminder of a member who is a few visits short of the reimbursement: "Two visits to go, six days left".
 * Undefined if none is due: not in the last week, goal reached or no longer reachable, sent this month, turned off, or
 * no visits count (suspended, on hold, left, or a program without reimbursements). `dues` are those of the month.
 */
export function visitReminder(
  member: Member,
  program: GroupMembership,
  { visits, dues }: { visits: number; dues: readonly Payment[] },
  today: CalendarDate,
): VisitEmail | undefined {
  const period = periodOf(today);
  const days = daysBetween(today, lastDayOf(member, period)) + 1;
  if (days < 1 || days > reminderDays || !isReminded(member, today)) return undefined;
  if (!visitEmailChoicesOf(member).reminder || member.visitEmails?.remindedIn === period) return undefined;
  const counted = { member, program, visits: new Map([[period, visits]]), payments: dues };
  const month = monthOf(counted, period, today);
  const short = month ? month.required - visits : 0;
  if (short < 1 || short > Math.min(mostVisitsShort, days)) return undefined;
  const last = addDays(today, days - 1);
  const wait = waitText(counted, period);
  return {
    subject: `${capitalize(cardinal(short))} ${short === 1 ? 'visit' : 'visits'} to go, ${cardinal(days)} ${days === 1 ? 'day' : 'days'} left`,
    paragraphs: [
      `Your club reported ${visits} of the ${month?.required} visits that your reimbursement for ${periodName(period)} requires. Visits until ${showDate(last)} count, at most one a day.`,
      ...(wait ? [`The reimbursement ${wait}.`] : []),
      'Visits that your club has not reported yet are not included.',
      ...noticesOf(member, program, today),
    ],
  };
}

const noticesOf = (...of: Parameters<typeof holdNotice>): string[] => [holdNotice(...of) ?? []].flat();

/** A month's count before and after visits were added. */
export interface VisitCount {
  periodId: PeriodId;
  before: number;
  after: number;
}

/** Returns the selected emails about visits that raise a month's count, by kind. `dues` are those of the month. */
export function visitEmailsOf(
  member: Member,
  program: GroupMembership,
  { periodId, before, after, dues }: VisitCount & { dues: readonly Payment[] },
  today: CalendarDate,
): Partial<Record<'firstVisit' | 'goal', VisitEmail>> {
  const choices = visitEmailChoicesOf(member);
  const name = periodName(periodId);
  const counted = { member, program, visits: new Map([[periodId, after]]), payments: dues };
  const month = monthOf(counted, periodId, today);
  const progress = [...(month ? [`${month.message}.`] : []), ...noticesOf(member, program, today)];
  const isFirst = choices.firstVisit && before === 0 && after > 0 && periodId === periodOf(today);
  const isReached = choices.goal && month !== null && before < month.required && after >= month.required;
  return {
    ...(isFirst && {
      firstVisit: { subject: `Your first visit in ${name} counts`, paragraphs: progress },
    }),
    ...(isReached && {
      goal: { subject: `You reached the visits for ${name}`, paragraphs: progress },
    }),
  };
}
