import type { Enrollment } from '../../../shared/enrollment/enrollment.ts';
import { enrolledWaitingForPayment, type Member } from '../../../shared/members/member.ts';
import { hasDayIn, type DuesTime } from '../../../shared/payments/dues.ts';
import { isPaidFor, timeOf } from '../../../shared/payments/facility-payment.ts';
import type { PeriodId } from '../../../shared/calendar.ts';
import { loadMembers } from '../../members/store.ts';
import type { Movers } from '../generation/mover-store.ts';

/** Returns whether a member counts in a month. `time` is the enrollment that counts in it. */
export type Counts = (member: Member, time: DuesTime, periodId: string) => boolean;

/** Dues are owed for every day of enrollment, because the first dues activate the member. */
export const owesDues: Counts = (member, time, periodId) => hasDayIn(timeOf(time, member), periodId);

/** Reimbursements require activated days. They wait while the member's first dues are outstanding. */
export const mayBeReimbursed: Counts = (member, time, periodId) =>
  isPaidFor(member, time, periodId) ||
  (member.invitationStatus === enrolledWaitingForPayment && owesDues(member, time, periodId));

/** Returns the members that count at each facility in the month. */
export async function countedMembers(
  facilities: Enrollment[][],
  { input: { periodId }, movers }: { input: { periodId: PeriodId }; movers: Movers },
  counts: Counts,
): Promise<Member[][]> {
  const moved = await movers(facilities[0]?.[0]?.facilityId ?? '', facilities.at(-1)?.[0]?.facilityId ?? '');
  const counted = facilities.map((facility) =>
    // a member who left the facility and returned within the month has two stays there, and counts once
    firstPerMember(
      facility.flatMap((enrollment): Enrollment[] => {
        const last = moved.get(enrollment.memberId);
        if (!last) return hasDayIn(enrollment, periodId) ? [enrollment] : [];
        return last.facilityId === enrollment.facilityId ? [{ ...enrollment, ...last }] : [];
      }),
    ),
  );
  const members = await membersById(counted.flat().map(({ memberId }) => memberId));
  return counted.map((facility) =>
    facility.flatMap((time) => {
      const member = members.get(time.memberId);
      return member && counts(member, time, periodId) ? [member] : [];
    }),
  );
}

const firstPerMember = (stays: readonly Enrollment[]): Enrollment[] => [
  ...new Map(stays.map((enrollment) => [enrollment.memberId, enrollment])).values(),
];

/** Loads members by ID in parallel batches of 100. */
export async function membersById(ids: readonly string[]): Promise<Map<string, Member>> {
  const membersOfIds = new Map<string, Member>();
  for (let start = 0; start < ids.length; start += 400) {
    const parts = [0, 100, 200, 300].map((at) =>
      ids.slice(start + at, Math.min(start + at + 100, start + 400)),
    );
    for (const member of (await Promise.all(parts.map((part) => loadMembers(part)))).flat())
      membersOfIds.set(member.id, member);
  }
  return membersOfIds;
}
