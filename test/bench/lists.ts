import { rosterSortKeys } from '../../shared/employees/roster-columns.ts';
import { memberEntity } from '../../functions/members/store.ts';
import { itemOf } from '../../functions/table/change.ts';
import { searchEntries } from '../../functions/table/search-text.ts';
import { keys, lists, type Key } from '../../functions/table/keys.ts';
import { pageOfList, type List } from '../../functions/table/list.ts';
import type { Member } from '../../shared/members/member.ts';
import { someMember } from '../support/world.ts';
import { costOf, medianOf, print, type Cost, type Line } from './measure.ts';
import { putAll } from './put-all.ts';

const first = ['Ann', 'Bo', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gus', 'Hal', 'Ida', 'Jo'];

const memberAt = (place: number, partnerId: string): Member =>
  someMember(`B${partnerId}-${place}`, partnerId, {
    firstName: `${first[place % 10]}${place % 97}`,
    lastName: `Person${(place * 7919) % 1_000_003}`,
    email: `p${place}@bench.test`,
    keyFobNumber: place % 3 === 0 ? (0xa00000 + place).toString(15).toUpperCase().slice(0, 7) : null,
  });

async function load(partnerId: string, rows: number): Promise<void> {
  const list = lists.employees(partnerId);
  let batch: Record<string, unknown>[] = [];
  const flush = async () => {
    const items = batch;
    batch = [];
    await putAll(items);
  };
  for (let place = 0; place < rows; place++) {
    const member = memberAt(place, partnerId);
    const item = itemOf(memberEntity, member);
    const of: Key = { pk: item.pk, sk: item.sk };
    const entries = searchEntries(memberEntity.inList?.(member)?.words ?? []);
    batch.push(item);
    for (const { text, from } of entries)
      batch.push({ ...keys.search(list, text, `${of.pk}|${of.sk}`), of, from });
    if (batch.length > 500) await flush();
  }
  batch.push({ ...keys.count(list), n: rows });
  await flush();
}

interface Measured {
  cost: Cost;
  milliseconds: number;
}

/** A page of the roster by each column and by search, in tables of several sizes: the same cost in all of them. */
export async function benchLists(sizes: readonly number[]): Promise<Line[]> {
  const results = new Map<string, Measured[]>();
  for (const [index, rows] of sizes.entries()) {
    const partnerId = String(9000 + index);
    const began = performance.now();
    await load(partnerId, rows);
    console.log(
      `  loaded ${rows.toLocaleString('en-US')} rows in ${((performance.now() - began) / 1000).toFixed(0)} s`,
    );
    const list: List<unknown> = {
      name: lists.employees(partnerId),
      columns: rosterSortKeys,
      read: (item) => item,
    };
    const asks: [string, object][] = [
      ...rosterSortKeys.map((sortBy): [string, object] => [`sorted by ${sortBy}`, { sortBy }]),
      ['searched by a name’s beginning', { filter: 'person1' }],
      ['searched by an address', { filter: 'p1' }],
    ];
    for (const [what, ask] of asks) {
      const cost = await costOf(() => pageOfList(list, ask));
      const milliseconds = await medianOf(7, () => pageOfList(list, ask));
      results.set(what, [...(results.get(what) ?? []), { cost, milliseconds }]);
    }
  }
  const lines = [...results].map(([what, [small, ...larger]]): Line => {
    const base = small?.cost ?? { roundTrips: 1, readUnits: 1, writeUnits: 0 };
    const worst = Math.max(
      ...larger.flatMap(({ cost }) => [cost.readUnits / base.readUnits, cost.roundTrips / base.roundTrips]),
    );
    return {
      what: `${what}: ${base.roundTrips} round trips, ${base.readUnits} read units`,
      value: `${worst.toFixed(3)} ×`,
      bound: 'at most 1.05 ×',
      holds: worst <= 1.05,
    };
  });
  const times = [...results].map(([what, all]): Line => ({
    what: `${what}: milliseconds by size`,
    value: all.map(({ milliseconds }) => milliseconds.toFixed(1)).join(' / '),
  }));
  print(`A list page at ${sizes.map((size) => size.toLocaleString('en-US')).join(' and ')} rows`, [
    ...lines,
    ...times,
  ]);
  return lines;
}
