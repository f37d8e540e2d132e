import { activityOf } from '../../functions/partners/activity-store.ts';
import { auditWrite } from '../../functions/table/audit.ts';
import { rosterSortKeys } from '../../shared/employees/roster-row.ts';
import { memberEntity } from '../../functions/members/store.ts';
import { itemOf } from '../../functions/table/change.ts';
import { searchEntries } from '../../functions/table/search-text.ts';
import { keys, lists, type Key } from '../../functions/table/keys.ts';
import { pageOfList, type List } from '../../functions/table/list.ts';
import type { Member } from '../../shared/members/member.ts';
import { someMember } from '../support/builders.ts';
import { medianOf, print, type Line } from './measure.ts';
import { costOf, type Cost } from '../support/table-cost.ts';
import { putAll } from '../support/put-all.ts';

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
  for (let index = 0; index < rows; index++) {
    const member = memberAt(index, partnerId);
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

async function loadActivity(partnerId: string, events: number): Promise<void> {
  const began = Date.parse('2026-01-01T12:00:00.000Z');
  for (let index = 0; index < events; index += 500) {
    const items = Array.from({ length: Math.min(500, events - index) }, (_, step) => {
      const id = `B${partnerId}-${index + step}`;
      const { item } = auditWrite(
        { name: 'member invited', subject: `member ${id}`, partnerId, who: 'bench', after: { attempt: 1 } },
        new Date(began + (index + step) * 60_000),
      );
      return item.Put?.Item ?? {};
    });
    await putAll(items);
  }
}

interface Measured {
  cost: Cost;
  milliseconds: number;
}

const cursorOf = ({ nextCursor }: { nextCursor: string | null }) =>
  nextCursor === null ? {} : { cursor: nextCursor };

/** A page of the roster by each column and by search, and of the activity, first and next, in tables of several sizes: the same cost in all of them. */
export async function benchLists(sizes: readonly number[]): Promise<Line[]> {
  const results = new Map<string, Measured[]>();
  for (const [index, rows] of sizes.entries()) {
    const partnerId = String(9000 + index);
    const began = performance.now();
    await load(partnerId, rows);
    await loadActivity(partnerId, rows);
    console.log(
      `  loaded ${rows.toLocaleString('en-US')} rows in ${((performance.now() - began) / 1000).toFixed(0)} s`,
    );
    const list: List<unknown> = {
      name: lists.employees(partnerId),
      columns: rosterSortKeys,
      read: (item) => item,
    };
    const page = (ask: Parameters<typeof pageOfList>[1]) => () => pageOfList(list, ask);
    const byName = { sortBy: 'memberLastName' } as const;
    const next = cursorOf(await pageOfList(list, byName));
    const earlier = cursorOf(await activityOf(partnerId, {}, 'managers'));
    const asks: [string, () => Promise<unknown>][] = [
      ...rosterSortKeys.map((sortBy): [string, () => Promise<unknown>] => [
        `sorted by ${sortBy}`,
        page({ sortBy }),
      ]),
      ['the next page', page({ ...byName, ...next })],
      ['searched by a name’s beginning', page({ filter: 'person1' })],
      ['searched by an address', page({ filter: 'p1' })],
      ['activity', () => activityOf(partnerId, {}, 'managers')],
      ['activity, the next page', () => activityOf(partnerId, earlier, 'managers')],
      ['activity of a month', () => activityOf(partnerId, { periodId: '202601' }, 'managers')],
    ];
    for (const [what, ask] of asks) {
      const cost = await costOf(ask);
      const milliseconds = await medianOf(7, ask);
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
      bound: 'at most 1.05 ×, 2 round trips',
      holds: worst <= 1.05 && base.roundTrips <= 2,
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
