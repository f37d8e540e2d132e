import * as z from 'zod';
import { dateInChicago, type CalendarDate } from '../../shared/calendar.ts';
import type { FacilityPayment, Payment } from '../../shared/payments/payment.ts';
import { membersByVisits, type MembersByVisits } from '../../shared/visits/employer-summary.ts';
import { isPaidGroup, type PaymentMembers, type ShareGroup } from '../../shared/payments/share-group.ts';
import { loadUserNames } from '../users/store.ts';
import type { Write } from '../table/write.ts';
import { keys } from '../table/keys.ts';
import { queryItems } from '../table/table.ts';
import { getItems } from '../table/batch-get-items.ts';
import { put } from '../table/put-item.ts';
import { putOnce } from '../table/change.ts';

/** The maximum number of member IDs in the payment itself. More are stored separately. */
export const fewMembers = 25;

const membersInPart = 500;
const idList = z.array(z.string());
const partKey = (paymentId: string, part: number) =>
  keys.paymentReason(paymentId, String(part).padStart(5, '0'));

/** Returns the writes that store member IDs separately; none if they fit in the payment. */
export function reasonParts(paymentId: string, memberIds: readonly string[]): Write[] {
  if (memberIds.length <= fewMembers) return [];
  return Array.from({ length: Math.ceil(memberIds.length / membersInPart) }, (_, part) => ({
    item: put({
      ...partKey(paymentId, part),
      entity: 'payment reason',
      memberIds: memberIds.slice(part * membersInPart, (part + 1) * membersInPart),
    }),
  }));
}

const clubVisitsKey = (partnerId: string, periodId: string, facilityId: string) =>
  keys.clubVisits(partnerId, `${periodId}#${facilityId}`);

/** Returns the write of a club's visits as first counted, which never change. */
export const clubVisitsStored = (
  { partnerId, periodId, facilityId }: Pick<FacilityPayment, 'partnerId' | 'periodId' | 'facilityId'>,
  counted: MembersByVisits,
): Write => putOnce({ ...clubVisitsKey(partnerId, periodId, facilityId), entity: 'club visits', ...counted });

/** Returns the visits of clubs in a month as first counted, in the order of the facilities. */
export async function storedClubVisits(
  partnerId: string,
  periodId: string,
  facilityIds: readonly string[],
): Promise<(MembersByVisits | undefined)[]> {
  const clubs = facilityIds.map((id) => clubVisitsKey(partnerId, periodId, id));
  const items = await getItems(clubs, { consistent: true });
  const stored = new Map(items.map((item) => [item.sk, membersByVisits.parse(item)]));
  return clubs.map(({ sk }) => stored.get(sk));
}

type CountingPayment = Pick<Payment, 'id' | 'reason'>;

/** Loads the members of payments as they were counted, by payment ID. */
export async function storedMembersOf(
  payments: readonly CountingPayment[],
): Promise<Map<string, PaymentMembers>> {
  const parts = Map.groupBy(await getItems(payments.flatMap(partKeysOf)), ({ pk }) => pk);
  return new Map(
    payments.map(({ id, reason: { groups = [], memberIds } }) => {
      const stored = parts.get(partKey(id, 0).pk) ?? [];
      const ids = memberIds ?? stored.flatMap((part) => idList.parse(part.memberIds));
      const own = ids.length - sizeOf(groups);
      let position = own;
      const withIds = (group: ShareGroup) => ({
        ...group,
        memberIds: ids.slice(position, (position += group.members)),
      });
      return [id, { own: new Set(ids.slice(0, own)), groups: groups.map(withIds) }];
    }),
  );
}

export const storedMembers = async (payment: CountingPayment): Promise<PaymentMembers> =>
  (await storedMembersOf([payment])).get(payment.id) ?? { own: new Set(), groups: [] };

const sizeOf = (groups: readonly ShareGroup[]): number =>
  groups.reduce((sum, { members }) => sum + members, 0);

/** Returns the keys of the parts with member IDs; none if the payment contains them. */
function partKeysOf({ id, reason }: CountingPayment) {
  if (reason.memberIds || !reason.membersDigest) return [];
  const { memberCount = 0, groups = [] } = reason;
  const count = memberCount + sizeOf(groups.filter((group) => !isPaidGroup(group)));
  return Array.from({ length: Math.ceil(count / membersInPart) }, (_, part) => partKey(id, part));
}

/** Returns the IDs of the members that a payment pays for, in the order they were counted. */
export async function countedMemberIds(payment: CountingPayment): Promise<string[]> {
  const { own, groups } = await storedMembers(payment);
  return [...own, ...groups.filter(isPaidGroup).flatMap(({ memberIds }) => memberIds)];
}

const correctionEvent = z.object({
  who: z.string(),
  when: z.string(),
  after: z.object({ reason: z.string().optional() }).optional(),
});

/**
 * Returns the user and day (Chicago) of a payment's current correction, or null without an audit event. Reads the newest
 * events first, because a payment can have many.
 */
export async function lastCorrection(
  paymentId: string,
): Promise<{ by: string; on: CalendarDate; reason: string | null } | null> {
  const { pk } = keys.audit(`payment ${paymentId}`, '', '');
  const { items } = await queryItems(pk, { backwards: true, limit: 100 });
  const corrected = items.find(({ name }) => name === 'payment amount corrected');
  if (!corrected) return null;
  const { who, when, after } = correctionEvent.parse(corrected);
  const names = await loadUserNames([who]);
  return {
    by: names.get(who) ?? 'a former administrator',
    on: dateInChicago(new Date(when)),
    reason: after?.reason ?? null,
  };
}
