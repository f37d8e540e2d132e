import { allKeyFobs } from './key-fobs.ts';
import { loadKeyFobs } from '../../functions/employees/store.ts';
import { rosterPages } from '../../functions/employees/roster-store.ts';
import { keys, lists } from '../../functions/table/keys.ts';
import { countOf } from '../../functions/table/list.ts';
import type { Member } from '../../shared/members/member.ts';
import { fail } from './violation.ts';
import type { World } from './world.ts';

const openByPartner = ({ observed }: World): Map<string, Member[]> =>
  Map.groupBy(
    [...observed.members.values()].filter(({ invitationStatus }) => invitationStatus !== 8),
    ({ partnerId }) => partnerId,
  );

/** Asserts that a person is on a roster once, and that the counters of memberships equal the members. */
export function assertRosters(world: World): void {
  const open = openByPartner(world);
  const { table } = world.portal.cloud;
  for (const { id } of world.partners) {
    const members = open.get(id) ?? [];
    const addresses = new Set<string>();
    for (const { email } of members) {
      if (addresses.has(email.toLowerCase())) fail(`${email} is on the roster of ${id} twice`);
      addresses.add(email.toLowerCase());
    }
    const waiting = members.filter(({ invitationStatus }) => invitationStatus === 1).length;
    const [used, waits] = [keys.membershipCount(id), keys.waitingCount(id)].map((key) =>
      Number(table.get({ ...key })?.n ?? 0),
    );
    if (used !== members.length) fail(`partner ${id} counts ${used} memberships, not ${members.length}`);
    if (waits !== waiting) fail(`partner ${id} counts ${waits} waiting members, not ${waiting}`);
    const most = Number(table.get({ ...keys.groupMembership(id) })?.numberOfMemberships);
    if (members.length > most) fail(`partner ${id} uses ${members.length} of ${most} memberships`);
  }
}

/** Asserts that the roster of each partner shows its members and free key fobs once, and counts them. */
export async function assertRosterLists(world: World, period: string): Promise<void> {
  const keyFobs = await loadKeyFobs(allKeyFobs(world));
  for (const { number, memberId } of keyFobs)
    if (memberId !== null && world.observed.members.get(memberId)?.keyFobNumber !== number)
      fail(`key fob ${number} is in use by ${memberId}, who does not have it`);
  const open = openByPartner(world);
  for (const { id } of world.partners) {
    const shown: string[] = [];
    for await (const { rows } of rosterPages(id, period))
      shown.push(...rows.map(({ memberId, keyFobNumber }) => memberId ?? `key fob ${keyFobNumber}`));
    const free = keyFobs.filter(({ partnerId, memberId }) => partnerId === id && memberId === null);
    const stored = [
      ...(open.get(id) ?? []).map((member) => member.id),
      ...free.map(({ number }) => `key fob ${number}`),
    ];
    if (shown.toSorted().join() !== stored.toSorted().join())
      fail(`the roster of ${id} shows ${shown.toSorted().join()}, not ${stored.toSorted().join()}`);
    const count = await countOf(lists.employees(id));
    if (count !== stored.length) fail(`the roster of ${id} counts ${count} rows, not ${stored.length}`);
  }
}
