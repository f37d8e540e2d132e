import {
  addDays,
  nextPeriod,
  periodName,
  periodStart,
  type CalendarDate,
  type PeriodId,
} from '../calendar.ts';
import { endOf, isOnHold, isSuspended, type Member } from '../members/member.ts';
import type { Cents } from '../money.ts';
import { areFirstDuesCollected, isCanceled } from './dues-collected.ts';
import type { DuesTime } from './dues.ts';
import type { FacilityPayment } from './payment.ts';
import { addGroups, type DescribedGroup } from './share-group.ts';

export type CountedMember = Pick<Member, 'activatedOn' | 'leavingOn' | 'endsOn' | 'holds' | 'canceledOn'>;

/** Returns a member's time at a facility. It ends with the membership even if the enrollment was never closed. */
export function timeOf({ from, to }: DuesTime, member: Pick<Member, 'leavingOn' | 'endsOn'>): DuesTime {
  const end = endOf(member);
  return { from, to: to === null || (end !== null && end < to) ? end : to };
}

/** Returns true if the member was activated and not on hold on at least one day in the month. */
export const isPaidFor = (member: CountedMember, time: DuesTime, period: PeriodId): boolean =>
  hasActiveDay(member, time, period, isOnHold);

export type ShareMember = CountedMember &
  Pick<Member, 'invitationStatus' | 'firstDuesReturned' | 'suspensions' | 'canceledOn'>;

/** Returns true if the membership could be used on a day of the month, even if the first dues were returned later. */
export const wasUsable = (member: ShareMember, time: DuesTime, period: PeriodId): boolean =>
  hasActiveDay(
    member,
    time,
    period,
    (shareMember, day) => isOnHold(shareMember, day) || isSuspended(shareMember, day),
  );

/** Returns true if the facility is paid and the partner is charged for the member's time in the month. */
export const earnsShare = (member: ShareMember, time: DuesTime, period: PeriodId): boolean =>
  areFirstDuesCollected(member) && wasUsable(member, time, period);

function hasActiveDay<Of extends CountedMember>(
  member: Of,
  time: DuesTime,
  period: PeriodId,
  isAway: (member: Of, day: CalendarDate) => boolean,
): boolean {
  const { from, to } = timeOf(time, member);
  if (member.activatedOn === null || isCanceled(member)) return false;
  const first = [member.activatedOn, from, periodStart(period)].toSorted().at(-1) ?? from;
  const afterMonth = periodStart(nextPeriod(period));
  const end = to === null || to > afterMonth ? afterMonth : to;
  for (let day = first; day < end; day = addDays(day, 1)) if (!isAway(member, day)) return true;
  return false;
}

/**
 * Returns a facility's payment for a month, in cents: members activated there in the month × dues for one member, plus
 * or minus the amounts of other member groups.
 */
export function facilityPayment(
  period: PeriodId,
  members: number,
  duesPerMember: Cents,
  groups: readonly DescribedGroup[] = [],
): Pick<
  FacilityPayment,
  'numberOfMembersWhoWillBePaid' | 'duesPaidForOneMember' | 'totalPayment' | 'reason'
> {
  const added = addGroups(groups);
  return {
    numberOfMembersWhoWillBePaid: members + added.members,
    duesPaidForOneMember: duesPerMember,
    totalPayment: members * duesPerMember + added.amount,
    reason: {
      rule: 'facility payment 1',
      steps: [
        {
          what: `${members} ${members === 1 ? 'member' : 'members'} activated at the club in ${periodName(period)} × dues for one member`,
          amount: members * duesPerMember,
        },
        ...added.steps,
      ],
      memberCount: members + added.members,
      ...added.reason,
    },
  };
}
