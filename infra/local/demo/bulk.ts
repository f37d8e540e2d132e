import { planChange } from '../../../functions/facilities/plan-store.ts';
import { type Change, isLate, type LateStep } from '../../../functions/table/write.ts';
import type { PlanIds, PlanRecord } from '../../../shared/facilities/plans.ts';
import { tableName } from '../../../functions/table/client.ts';
import { shardOf, type Key } from '../../../functions/table/keys.ts';
import { transact } from '../../../functions/table/transact.ts';

const plan = (id: number, name: string, programs: readonly string[], partnerIds: string[] | null = null) => ({
  id,
  name,
  partnerIds,
  programs: programs.map((program, index) => ({ id: id * 10 + index + 1, name: program })),
  version: 0,
});

/** Demo plans: two with several programs, and one that is visible only to members of the second partner. */
export const demoPlans: readonly PlanRecord[] = [
  plan(1, 'Active Aging', ['Strength and balance', 'Gentle movement']),
  plan(2, 'Wellness Rewards', ['Gym visits', 'Group classes', 'Live instructors']),
  plan(3, 'Student Fitness', ['Campus']),
  plan(4, 'Cardinal Team Health', ['Team challenge'], ['2']),
];

export const planChanges = (): Change[] => demoPlans.flatMap((plan) => planChange(null, plan));

/** Returns the plans and programs of a demo club by its index: every program has some clubs, no club has all. */
export function plansOfFacility(index: number): Required<PlanIds> {
  const programs = demoPlans.flatMap((plan) => plan.programs.map(({ id }) => ({ id, planId: plan.id })));
  const own = programs.filter((_, programIndex) => (index + programIndex * 3) % 5 === 0);
  return { planIds: [...new Set(own.map(({ planId }) => planId))], programIds: own.map(({ id }) => id) };
}

/** Returns a club's plans and programs as a cell of the import file. */
export const planCell = ({ planIds = [], programIds = [] }: PlanIds): string =>
  demoPlans
    .filter(({ id }) => planIds.includes(id))
    .map(({ name, programs }) => {
      const own = programs.filter(({ id }) => programIds.includes(id));
      return `${name}: ${own.map((program) => program.name).join(', ')}`;
    })
    .join('; ');

type Item = Record<string, unknown>;

const nameOf = ({ pk, sk }: Key): string => `${pk}|${sk}`;

const putOf = (part: Exclude<Change, { count: Key } | LateStep>): Item & Key => {
  const item = part.item.Put?.Item;
  if (!item) throw new Error('a bulk load can only add records');
  return item as Item & Key;
};

/**
 * Returns the rows that these changes create in an empty table: each record as is, each counter as the sum of its
 * changes. Throws for changes of existing rows (updates, deletes, conditions).
 */
function rowsOf(changes: readonly Change[]): Item[] {
  const rows = new Map<string, Item>();
  const counts = new Map<string, Item & Key & { n: number }>();
  for (const part of changes) {
    // an empty table has no webhooks
    if (isLate(part)) continue;
    if ('count' in part) {
      // there are no concurrent writers, so one item stores the whole of a sharded count
      const key = (part.shards ?? 1) > 1 ? shardOf(part.count, 0) : part.count;
      const counter = counts.get(nameOf(key)) ?? { ...key, n: 0 };
      counter.n += part.by;
      counts.set(nameOf(key), counter);
    } else {
      const row = putOf(part);
      if (rows.has(nameOf(row))) throw new Error(`a bulk load writes ${nameOf(row)} twice`);
      rows.set(nameOf(row), row);
    }
  }
  return [...rows.values(), ...[...counts.values()].filter(({ n }) => n !== 0)];
}

// DynamoDB's transaction limit
const rowsOfTransaction = 100;
const concurrency = 3;

/**
 * Writes the rows of changes in batches of one hundred instead of one transaction per change. Much faster, but only
 * safe without concurrent writers. Repeating it writes the same rows.
 */
export async function bulkLoad(changes: readonly Change[]): Promise<void> {
  const rows = rowsOf(changes);
  const parts: Item[][] = [];
  for (let start = 0; start < rows.length; start += rowsOfTransaction)
    parts.push(rows.slice(start, start + rowsOfTransaction));
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let part = parts.shift(); part; part = parts.shift())
        await transact(...part.map((Item) => ({ item: { Put: { TableName: tableName(), Item } } })));
    }),
  );
}
