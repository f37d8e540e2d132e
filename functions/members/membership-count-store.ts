import { deleted, waitingToInvite, type Member } from '../../shared/members/member.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { Change, CountStep } from '../table/write.ts';
import { conditionCheck } from '../table/condition-check.ts';
import { keys } from '../table/keys.ts';
import { countsAt } from '../table/counters.ts';
import { queryItems } from '../table/table.ts';

/** A partner's number of members who are not deleted, and of those waiting for an invitation. */
export interface MembershipCounts {
  used: number;
  waiting: number;
}

/** Returns the counter increments of a member's change. */
export function membershipCountSteps(before: Member | null, after: Member): CountStep[] {
  const step = (count: CountStep['count'], counts: (member: Member) => boolean): CountStep => ({
    count,
    by: Number(counts(after)) - Number(before !== null && counts(before)),
  });
  return [
    step(keys.membershipCount(after.partnerId), (member) => member.invitationStatus !== deleted),
    step(keys.waitingCount(after.partnerId), (member) => member.invitationStatus === waitingToInvite),
  ];
}

export async function membershipCounts(partnerId: string): Promise<MembershipCounts> {
  const [used = 0, waiting = 0] = await countsAt([
    keys.membershipCount(partnerId),
    keys.waitingCount(partnerId),
  ]);
  return { used, waiting };
}

/** Throws ('conflict') if members are added concurrently or the number of memberships changed. */
export function membershipGuards(partnerId: string, memberships: number): Change[] {
  const moved = new Refusal('conflict', 'The number of memberships changed. Try again.');
  return [
    { count: keys.membershipCount(partnerId), by: 0, atMost: { count: memberships, full: moved } },
    conditionCheck(
      keys.groupMembership(partnerId),
      'numberOfMemberships >= :most',
      { ':most': memberships },
      moved,
    ),
  ];
}

/** Returns true if the partner has or had an enrolled member. */
export async function wasEverEnrolled(partnerId: string): Promise<boolean> {
  const { items } = await queryItems(keys.enrollment(partnerId, '', '').pk, { limit: 1 });
  return items.length > 0;
}
