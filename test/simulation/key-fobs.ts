import { dateInChicago } from '../../shared/calendar.ts';
import { employees } from '../../shared/contracts/employees.ts';
import type { SimulatedMember, World } from './world.ts';

/** Former key fobs of members, oldest first, each with the first day without it. */
const former = new WeakMap<SimulatedMember, { keyFob: string; until: string }[]>();
const added = new WeakMap<World, string[]>();

/** Returns the key fob that a member had on a day. */
export const keyFobOn = (member: SimulatedMember, date: string): string | undefined =>
  former.get(member)?.find(({ until }) => date < until)?.keyFob ?? member.keyFob;

/** Returns the numbers of all key fobs that were added. */
export const allKeyFobs = (world: World): string[] => [
  ...new Set([...world.members.flatMap(({ keyFob }) => keyFob ?? []), ...(added.get(world) ?? [])]),
];

/** An administrator gives a member another key fob. */
export async function replaceKeyFob(world: World, member: SimulatedMember): Promise<void> {
  const { portal, admins, observed } = world;
  const { partner, id } = member;
  const old = observed.members.get(id)?.keyFobNumber;
  if (!old || old !== member.keyFob) return;
  const numbers = added.get(world) ?? [];
  const keyFob = (2 * 15 ** 5 + numbers.length).toString(15).toUpperCase();
  added.set(world, [...numbers, keyFob]);
  await portal.succeed(employees.createKeyFobs, admins[0], {
    body: [{ partnerId: partner.id, facilityMemberID: keyFob }],
  });
  await portal.work();
  await portal.request(employees.reassign, admins[0], {
    body: { partnerID: partner.id, oldFacilityMemberID: old, newFacilityMemberID: keyFob },
  });
  // the response of a successful request can be lost
  if (observed.members.get(id)?.keyFobNumber !== keyFob) return;
  const until = dateInChicago(portal.cloud.now);
  former.set(member, [...(former.get(member) ?? []), { keyFob: old, until }]);
  member.keyFob = keyFob;
  added.set(world, [...(added.get(world) ?? []), old]);
}
