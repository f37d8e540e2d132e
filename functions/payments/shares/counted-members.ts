import type { PeriodId } from '../../../shared/calendar.ts';
import type { Enrollment } from '../../../shared/enrollment/enrollment.ts';
import type { Member } from '../../../shared/members/member.ts';
import {
  countedIn,
  countedStays,
  withEarnedMonth,
  type Counts,
} from '../../../shared/payments/counted-members.ts';
import { areFirstDuesCollected } from '../../../shared/payments/dues-collected.ts';
import { wasUsable } from '../../../shared/payments/facility-payment.ts';
import { noShares, type Shares } from '../../../shared/payments/share-group.ts';
import { paymentIdFor, type ShareContext } from '../../../shared/payments/share-records.ts';
import { loadMembers } from '../../members/store.ts';
import type { Movers } from '../generation/mover-store.ts';
import { countedMemberIds } from '../reason-store.ts';
import { loadPayments } from '../store.ts';

/** Returns the members that count at each facility in the month. */
export async function countedMembers(
  facilities: Enrollment[][],
  { input: { periodId }, movers }: { input: { periodId: PeriodId }; movers: Movers },
  counts: Counts,
): Promise<Member[][]> {
  const moved = await movers(facilities[0]?.[0]?.facilityId ?? '', facilities.at(-1)?.[0]?.facilityId ?? '');
  const stays = facilities.map((facility) => countedStays(facility, moved, periodId));
  const members = await membersById(stays.flat().map(({ memberId }) => memberId));
  return stays.map((ofFacility) => countedIn(ofFacility, members, periodId, counts));
}

/** Returns the month's members at each facility, without those counted elsewhere. */
export async function countedAtFacilities(
  facilities: Enrollment[][],
  dueContext: Omit<ShareContext, 'kind'> & { movers: Movers },
  shares: Shares,
): Promise<Member[][]> {
  const usable = await countedMembers(facilities, dueContext, wasUsable);
  return Promise.all(
    usable.map((members, index) => {
      const facilityId = facilities[index]?.[0]?.facilityId ?? '';
      const dropped = new Set((shares.get(facilityId) ?? noShares).dropped);
      const here = members.filter(({ id }) => !dropped.has(id));
      return withoutUnearned(here, { ...dueContext, kind: 'facility' }, facilityId);
    }),
  );
}

/** Returns members with an earned month. Reads the payment of the month only if first dues are not collected. */
export async function withoutUnearned(
  members: readonly Member[],
  context: ShareContext,
  payee: string,
): Promise<Member[]> {
  if (members.every(areFirstDuesCollected)) return [...members];
  const [before] = await loadPayments([paymentIdFor(context, payee, context.input.periodId)]);
  return withEarnedMonth(members, before ? await countedMemberIds(before) : []);
}

export const membersById = async (ids: readonly string[]): Promise<Map<string, Member>> =>
  new Map((await loadMembers(ids)).map((member) => [member.id, member]));
