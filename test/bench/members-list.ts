import { pageOfMembers } from '../../functions/members/member-row-store.ts';
import { memberEntity } from '../../functions/members/store.ts';
import { keys, lists } from '../../functions/table/keys.ts';
import { listItemChanges, searchChanges } from '../../functions/table/list-writes.ts';
import type { ListQuery } from '../../functions/table/list.ts';
import { memberRowColumns } from '../../shared/members/member-row.ts';
import { someMember } from '../support/world.ts';
import { costOf, print, type Cost, type Line } from './measure.ts';
import { putAll } from './put-all.ts';

const clubId = '9100';
const first = ['Ann', 'Bo', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gus', 'Hal', 'Ida', 'Jo'];

/** What stands of a member in the lists of all members and of the club, which every tenth is at. */
const itemsOf = (place: number): Record<string, unknown>[] => {
  const atClub = place % 10 === 0;
  const member = someMember(`L${place}`, '9100', {
    firstName: `${first[place % 10]}${place % 97}`,
    lastName: `Person${(place * 7919) % 1_000_003}`,
    email: `l${place}@bench.test`,
    invitationStatus: 4,
    listed: true,
    ...(atClub && { facilityId: clubId, facilityName: `Club ${clubId}` }),
  });
  const writes = [
    ...listItemChanges(memberEntity, null, member),
    ...searchChanges(memberEntity, null, member),
  ].map(({ item }) => item.Put?.Item ?? {});
  // the roster of its partner is measured by itself
  return writes.filter(({ pk }) => !String(pk).includes(lists.employees('9100')));
};

async function load(from: number, to: number): Promise<void> {
  for (let start = from; start < to; start += 500)
    await putAll(
      Array.from({ length: Math.min(500, to - start) }, (_, step) => itemsOf(start + step)).flat(),
    );
  await putAll([
    { ...keys.count(lists.members()), n: to },
    { ...keys.count(lists.membersOfFacility(clubId)), n: Math.ceil(to / 10) },
  ]);
}

/** A page of the list of all members by each column, by search and at one club, at several sizes: two reads, the same units. */
export async function benchMembersList(sizes: readonly number[]): Promise<Line[]> {
  const results = new Map<string, Cost[]>();
  let loaded = 0;
  for (const size of sizes) {
    await load(loaded, size);
    loaded = size;
    console.log(`  loaded ${size.toLocaleString('en-US')} members`);
    const { nextCursor } = await pageOfMembers(undefined, { sortBy: 'memberFirstName' });
    const cursor = nextCursor ?? undefined;
    const asks: [string, string | undefined, ListQuery][] = [
      ...memberRowColumns.map((sortBy): [string, undefined, ListQuery] => [
        `by ${sortBy}`,
        undefined,
        { sortBy },
      ]),
      ['the next page', undefined, { sortBy: 'memberFirstName', cursor }],
      ['searched by a name', undefined, { filter: 'person1' }],
      ['searched by an email', undefined, { filter: 'l1' }],
      ['of one club', clubId, {}],
      ['of one club, searched', clubId, { filter: 'person' }],
    ];
    for (const [what, facilityId, query] of asks) {
      const cost = await costOf(async () => {
        const { items } = await pageOfMembers(facilityId, query);
        if (items.length === 0) throw new Error(`${what}: no member`);
      });
      results.set(what, [...(results.get(what) ?? []), cost]);
    }
  }
  const lines = [...results].map(([what, costs]): Line => {
    const [small, large] = [costs[0], costs.at(-1)];
    const growth = (large?.readUnits ?? 0) / (small?.readUnits ?? 1);
    const trips = Math.max(...costs.map(({ roundTrips }) => roundTrips));
    return {
      what: `${what}: ${trips} round trips, ${large?.readUnits} read units`,
      value: `${growth.toFixed(3)} ×`,
      bound: 'at most 1.05 ×, 2 round trips',
      holds: growth <= 1.05 && trips <= 2,
    };
  });
  print(`The members list at ${sizes.map((size) => size.toLocaleString('en-US')).join(' and ')}`, lines);
  return lines;
}
