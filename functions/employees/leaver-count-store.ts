import {
  type LeaverLimits,
  leaverLimitReached,
  leaversPerDay,
} from '../../shared/employees/roster-change.ts';
import { invited, type Member } from '../../shared/members/member.ts';
import { Refusal } from '../../shared/refusal.ts';
import { membershipCounts } from '../members/membership-count-store.ts';
import { countsAt } from '../table/counters.ts';
import { keys } from '../table/keys.ts';
import type { Change } from '../table/write.ts';

/** Returns the maximum leavers that need no administrator's approval. */
export const leaverLimits = (): LeaverLimits => ({
  percent: Number(process.env.LEAVERS_PERCENT ?? 5),
  count: Number(process.env.LEAVERS_COUNT ?? 25),
});

interface Ending {
  today: string;
  /** An administrator ends the membership or approved it: counted without a limit. */
  isApproved: boolean;
  /** Memberships that end in the same transaction. */
  before?: number;
  refusal?: (message: string) => Refusal;
}

/** Returns how many memberships of a partner ended today in all channels, and how many may end without an approval. */
export async function leaversToday(
  partnerId: string,
  today: string,
): Promise<{ ended: number; limit: number }> {
  const [[ended = 0], { used }] = await Promise.all([
    countsAt([keys.leavers(partnerId, today)]),
    membershipCounts(partnerId),
  ]);
  return { ended, limit: leaversPerDay(used, leaverLimits()) };
}

/**
 * Returns the write that counts an ending membership for its partner and day, in the transaction of the end. Every
 * channel of partners uses it: screen, bulk action, roster files, eligibility API, and SCIM. Throws above the limit.
 */
export async function leaverCounted(
  { partnerId, invitationStatus }: Pick<Member, 'partnerId' | 'invitationStatus'>,
  { today, isApproved, before = 0, refusal = (message) => new Refusal('forbidden', message) }: Ending,
): Promise<Change[]> {
  if (invitationStatus <= invited) return [];
  const count = keys.leavers(partnerId, today);
  if (isApproved) return [{ count, by: 1 }];
  const { ended, limit } = await leaversToday(partnerId, today);
  const full = refusal(leaverLimitReached(limit));
  if (ended + before + 1 > limit) throw full;
  return [{ count, by: 1, atMost: { count: limit, full } }];
}
