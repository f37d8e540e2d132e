import { deleted, waitingToInvite, type Member } from '../../shared/members/member.ts';
import type { CountStep } from '../table/change.ts';
import { keys } from '../table/keys.ts';
import { countsAt } from '../table/counters.ts';

/** How many members a partner has who are not deleted, and how many of them wait for their invitation. */
export interface MembershipCounts {
  used: number;
  waiting: number;
}

/** The steps of a partner's counts that a change of one member takes. */
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
