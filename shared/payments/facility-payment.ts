import { periodEnd, periodName, periodStart, type PeriodId } from '../calendar.ts';
import type { Enrollment } from '../members/enrollment.ts';
import type { Member } from '../members/member.ts';
import type { Cents } from '../money.ts';
import type { Payment } from './payment.ts';

/** True when the enrollment lasted on at least one day of the month. */
export const lastedIn = ({ from, to }: Pick<Enrollment, 'from' | 'to'>, period: PeriodId): boolean =>
  from <= periodEnd(period) && (to === null || to >= periodStart(period));

/** True when the member was activated at some time up to the end of the month. */
export const activatedBy = ({ activatedOn }: Pick<Member, 'activatedOn'>, period: PeriodId): boolean =>
  activatedOn !== null && activatedOn <= periodEnd(period);

/**
 * The club that is paid for each member who was at more than one club in the month: the last one. Members who were at
 * one club only are left out, so that the answer stays small.
 */
export function clubOfMovers(enrollments: Iterable<Enrollment>, period: PeriodId): Map<string, string> {
  const latest = new Map<string, Enrollment>();
  const moved = new Map<string, string>();
  for (const one of enrollments) {
    if (!lastedIn(one, period)) continue;
    const before = latest.get(one.memberId);
    const later = before === undefined || cameLater(one, before) ? one : before;
    latest.set(one.memberId, later);
    if (before !== undefined) moved.set(one.memberId, later.facilityId);
  }
  return moved;
}

const cameLater = (one: Enrollment, other: Enrollment): boolean =>
  one.from !== other.from
    ? one.from > other.from
    : (one.to ?? '9999') !== (other.to ?? '9999')
      ? (one.to ?? '9999') > (other.to ?? '9999')
      : one.facilityId > other.facilityId;

/** What a club gets for a month, in cents: members activated there in the month × dues for one member. */
export function facilityPayment(
  period: PeriodId,
  members: number,
  duesForOne: Cents,
): Pick<Payment, 'numberOfMembersWhoWillBePaid' | 'duesPaidForOneMember' | 'totalPayment' | 'reason'> {
  const totalPayment = members * duesForOne;
  return {
    numberOfMembersWhoWillBePaid: members,
    duesPaidForOneMember: duesForOne,
    totalPayment,
    reason: {
      rule: 'facility payment 1',
      steps: [
        {
          what: `${members} ${members === 1 ? 'member' : 'members'} activated at the club in ${periodName(period)} × dues for one member`,
          amount: totalPayment,
        },
      ],
      memberCount: members,
    },
  };
}
