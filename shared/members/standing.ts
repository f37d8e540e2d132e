import {
  enrolledWaitingForPayment,
  activated,
  waitingToDelete,
  onHold,
  suspended,
  type Member,
} from './member.ts';
import {
  addDays,
  addPeriods,
  nextPeriod,
  periodOf,
  periodStart,
  showDate,
  type CalendarDate,
} from '../calendar.ts';
import { Refusal } from '../refusal.ts';
import { isAccountInvalid } from './membership-status.ts';

/** A member with no way to pay the dues: the bank refused the account (spec 3 §9). */
export const suspendedInvalidation = 19;

const enrolledStatuses: readonly number[] = [
  enrolledWaitingForPayment,
  activated,
  suspended,
  waitingToDelete,
  onHold,
];

/** Enrolled in a club and not gone: such a member has visits, billing and memberships to look at. */
export const isEnrolled = ({ facilityId, invitationStatus }: Member): boolean =>
  facilityId !== null && enrolledStatuses.includes(invitationStatus);

/** Reasons why a member cannot use the membership. */
export const invalidationsOf = (member: Member): { memberInvalidationTypeId: number }[] =>
  member.invitationStatus === suspended || (isAccountInvalid(member) && isEnrolled(member))
    ? [{ memberInvalidationTypeId: suspendedInvalidation }]
    : [];

/** Settings of a program for the pauses of its members; none per year turns them off. */
interface PauseTerms {
  pausesPerYear?: number | undefined;
  longestPauseMonths?: number | undefined;
}

export interface Pause {
  from: CalendarDate;
  /** First day after the pause. */
  to: CalendarDate;
}

/** Returns the pause that begins or is under way; undefined if there is none. */
export const currentPause = ({ holds = [] }: Pick<Member, 'holds'>, today: CalendarDate): Pause | undefined =>
  holds
    .flatMap(({ from, to, isPause }) => (isPause && to !== null && to > today ? [{ from, to }] : []))
    .at(-1);

const monthsOfYear = 12;

export const offersPauses = ({ pausesPerYear }: PauseTerms): boolean => pausesPerYear !== 0;

/** Returns the numbers of whole months for which a member can pause, or the reason why not. */
export function pauseChoice(
  member: Member,
  { pausesPerYear = 2, longestPauseMonths = 3 }: PauseTerms,
  today: CalendarDate,
): { months: number[]; refusal: string | null } {
  const refuse = (refusal: string) => ({ months: [], refusal });
  if (!offersPauses({ pausesPerYear })) return refuse('Your program does not offer pauses.');
  if (member.invitationStatus !== activated || isAccountInvalid(member))
    return refuse('Only an active membership can be paused.');
  const pause = currentPause(member, today);
  if (pause) return refuse(`Your membership is paused until ${showDate(pause.to)}.`);
  const since = periodStart(addPeriods(nextPeriod(periodOf(today)), -monthsOfYear));
  const begun = (member.holds ?? [])
    .filter(({ from, to, isPause }) => isPause && from >= since && to !== from)
    .map(({ from }) => from)
    .toSorted((left, other) => other.localeCompare(left));
  const oldest = begun[pausesPerYear - 1];
  if (oldest !== undefined) {
    const possible = addPeriods(periodOf(oldest), monthsOfYear);
    const times = begun.length === 1 ? 'once' : begun.length === 2 ? 'twice' : `${begun.length} times`;
    return refuse(
      `You have paused ${times} within a year, as often as your program permits. You can pause again from ${showDate(periodStart(possible))}; the pause then begins on ${showDate(periodStart(nextPeriod(possible)))}.`,
    );
  }
  return { months: Array.from({ length: longestPauseMonths }, (_, index) => index + 1), refusal: null };
}

/** Returns the member with a pause of whole months from the next one on. Throws ('invalid') if it is not permitted. */
export function pausedMember(
  member: Member,
  terms: PauseTerms,
  { months, today }: { months: number; today: CalendarDate },
): Member {
  const choice = pauseChoice(member, terms, today);
  if (choice.refusal !== null) throw new Refusal('invalid', choice.refusal);
  if (!choice.months.includes(months))
    throw new Refusal('invalid', `Choose 1 to ${choice.months.length} months.`, 'months');
  const first = nextPeriod(periodOf(today));
  const pause = { from: periodStart(first), to: periodStart(addPeriods(first, months)), isPause: true };
  return { ...member, holds: [...(member.holds ?? []), pause] };
}

/** Returns the member without the rest of the pause. Throws ('invalid') if there is none. */
export function resumedMember(member: Member, today: CalendarDate): Member {
  const pause = currentPause(member, today);
  if (!pause || !isEnrolled(member)) throw new Refusal('invalid', 'Your membership is not paused.');
  if (member.invitationStatus === onHold)
    throw new Refusal('invalid', 'Your membership is on hold. Contact us to activate it again.');
  const holds = (member.holds ?? []).flatMap((hold) => {
    if (!hold.isPause || hold.to !== pause.to) return [hold];
    return hold.from >= today ? [] : [{ ...hold, to: today }];
  });
  return { ...member, holds };
}

/** Returns when a membership ends: after its last day, or on the day of an immediate end. */
export const dayOfEnd = (leavingOn: CalendarDate, today: CalendarDate): string =>
  leavingOn > today ? `after ${showDate(addDays(leavingOn, -1))}` : `on ${showDate(leavingOn)}`;
