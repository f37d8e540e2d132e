import {
  addDays,
  monthName,
  nextPeriod,
  periodName,
  periodOf,
  periodStart,
  type CalendarDate,
  type PeriodId,
} from '../calendar.ts';
import type { Enrollment } from '../enrollment/enrollment.ts';
import { isOnHold, type Member } from '../members/member.ts';
import type { Cents } from '../money.ts';
import { hasDayIn, type DuesTime } from './dues.ts';
import type { FacilityPayment, Payment } from './payment.ts';

/** The part of a member that says who is paid for. */
export type CountedMember = Pick<Member, 'activatedOn' | 'leavingOn' | 'holds'>;

/** A member's time at a club as it counts: it ends with the membership, whether or not the enrollment was closed. */
export const timeOf = ({ from, to }: DuesTime, { leavingOn }: Pick<Member, 'leavingOn'>): DuesTime => ({
  from,
  to: to === null || (leavingOn !== null && leavingOn < to) ? leavingOn : to,
});

/** True when the member was activated and not on hold on at least one day of the time that is in the month. */
export function isPaidFor(member: CountedMember, time: DuesTime, period: PeriodId): boolean {
  const { from, to } = timeOf(time, member);
  if (member.activatedOn === null) return false;
  const first = [member.activatedOn, from, periodStart(period)].toSorted().at(-1) ?? from;
  const afterMonth = periodStart(nextPeriod(period));
  const end = to === null || to > afterMonth ? afterMonth : to;
  for (let day = first; day < end; day = addDays(day, 1)) if (!isOnHold(member, day)) return true;
  return false;
}

/** The club that counts for a member who was at several clubs in the month, and the first day of that time. */
export interface CountedClub {
  facilityId: string;
  from: CalendarDate;
  to: CalendarDate | null;
}

/**
 * Where members who were at more than one club in the month count: once, at the club of the last day there. Members who
 * were at one club only are not named, so that the answer stays small.
 */
export function clubOfMovers(enrollments: Iterable<Enrollment>, period: PeriodId): Map<string, CountedClub> {
  const latest = new Map<string, Enrollment>();
  const moved = new Map<string, CountedClub>();
  for (const one of enrollments) {
    if (!hasDayIn(one, period)) continue;
    const before = latest.get(one.memberId);
    const last = before === undefined || wasLater(one, before, period) ? one : before;
    latest.set(one.memberId, last);
    if (before === undefined) continue;
    const since = moved.get(one.memberId)?.from ?? before.from;
    moved.set(one.memberId, {
      facilityId: last.facilityId,
      from: one.from < since ? one.from : since,
      to: last.to,
    });
  }
  return moved;
}

/** The later one has the later last day in the month; of two with the same one, that which began later. */
function wasLater(one: Enrollment, other: Enrollment, period: PeriodId): boolean {
  const afterMonth = periodStart(nextPeriod(period));
  const end = ({ to }: Enrollment) => (to === null || to > afterMonth ? afterMonth : to);
  if (end(one) !== end(other)) return end(one) > end(other);
  return one.from === other.from ? one.facilityId > other.facilityId : one.from > other.from;
}

/** Members of the month before who were activated after its payment was generated, and the dues of that month. */
export interface LateMembers {
  period: PeriodId;
  members: number;
  duesForOne: Cents;
}

/** True when the member's first day is in the month: who is activated late is owed from it. */
export const beganIn = ({ activatedOn }: Pick<Member, 'activatedOn'>, period: PeriodId): boolean =>
  activatedOn !== null && periodOf(activatedOn) === period;

/** The step that adds late members to a payment; none without them. */
export const lateSteps = (late: LateMembers | undefined): Payment['reason']['steps'] =>
  late && late.members > 0
    ? [
        {
          what: `${late.members} ${late.members === 1 ? 'member' : 'members'} of ${monthName(late.period)} × dues for one member`,
          amount: late.members * late.duesForOne,
        },
      ]
    : [];

/**
 * What a club gets for a month, in cents: members activated there in the month × dues for one member, and those of the
 * month before who came late.
 */
export function facilityPayment(
  period: PeriodId,
  members: number,
  duesForOne: Cents,
  late?: LateMembers,
): Pick<
  FacilityPayment,
  'numberOfMembersWhoWillBePaid' | 'duesPaidForOneMember' | 'totalPayment' | 'reason'
> {
  const added = lateSteps(late);
  const lateCount = late?.members ?? 0;
  const totalPayment = members * duesForOne + added.reduce((sum, { amount }) => sum + amount, 0);
  return {
    numberOfMembersWhoWillBePaid: members + lateCount,
    duesPaidForOneMember: duesForOne,
    totalPayment,
    reason: {
      rule: 'facility payment 1',
      steps: [
        {
          what: `${members} ${members === 1 ? 'member' : 'members'} activated at the club in ${periodName(period)} × dues for one member`,
          amount: members * duesForOne,
        },
        ...added,
      ],
      memberCount: members + lateCount,
      ...(lateCount > 0 && { lateCount }),
    },
  };
}
