import type { Enrollment } from '../../../shared/enrollment/enrollment.ts';
import type { Member } from '../../../shared/members/member.ts';
import { areFirstDuesCollected } from '../../../shared/payments/dues-collected.ts';
import { wasUsable } from '../../../shared/payments/facility-payment.ts';
import { countedMembers } from './counted-members.ts';
import type { Movers } from '../generation/mover-store.ts';
import { countedMemberIds } from '../reason-store.ts';
import { loadPayments } from '../store.ts';
import { paymentIdFor } from './booked-payments.ts';
import { noShares, type Shares } from './member-shares.ts';
import type { ShareContext } from './share-context.ts';

/** Returns the month's members at each facility, without those counted elsewhere. */
export async function countedAtFacilities(
  facilities: Enrollment[][],
  dueContext: Omit<ShareContext, 'kind'> & { movers: Movers },
  shares: Shares,
): Promise<Member[][]> {
  const usable = await countedMembers(facilities, dueContext, wasUsable);
  return Promise.all(
    usable.map(async (members, index) => {
      const facilityId = facilities[index]?.[0]?.facilityId ?? '';
      const dropped = new Set((shares.get(facilityId) ?? noShares).dropped);
      const here = members.filter(({ id }) => !dropped.has(id));
      return withoutUnearned(here, { ...dueContext, kind: 'facility' }, facilityId);
    }),
  );
}

/**
 * Returns members with an earned month. A member with first dues that were returned stays in a payment that already counted
 * the month.
 */
export async function withoutUnearned(
  members: readonly Member[],
  context: ShareContext,
  payee: string,
): Promise<Member[]> {
  if (members.every(areFirstDuesCollected)) return [...members];
  const [before] = await loadPayments([paymentIdFor(context, payee, context.input.periodId)]);
  const counted = new Set(before ? await countedMemberIds(before) : []);
  return members.filter((member) => areFirstDuesCollected(member) || counted.has(member.id));
}
