import type { Change } from '../../../functions/table/change.ts';
import { tableName } from '../../../functions/table/client.ts';
import { shardOf, type Key } from '../../../functions/table/keys.ts';
import { transact } from '../../../functions/table/transact.ts';

type Item = Record<string, unknown>;

const nameOf = ({ pk, sk }: Key): string => `${pk}|${sk}`;

const putOf = (part: Exclude<Change, { count: Key }>): Item & Key => {
  const item = part.item.Put?.Item;
  if (!item) throw new Error('a bulk load can only add records');
  return item as Item & Key;
};

/**
 * The rows that these changes leave behind in a table where none of them were: each put as it is, each counter at the
 * sum of its steps. Changes that lean on what is there already (updates, deletes, conditions) are refused.
 */
export function rowsOf(changes: readonly Change[]): Item[] {
  const rows = new Map<string, Item>();
  const counts = new Map<string, Item & Key & { n: number }>();
  for (const part of changes) {
    if ('count' in part) {
      // nobody else writes, so one item holds all of a count that is spread over several
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

// DynamoDB's limit of a transaction
const rowsOfTransaction = 100;
const abreast = 3;

/**
 * Writes what the portal's own changes would write, a hundred rows at a time and not a transaction for each change:
 * much faster, and only good for data that nobody else writes meanwhile. Doing it again writes the same rows.
 */
export async function bulkLoad(changes: readonly Change[]): Promise<void> {
  const rows = rowsOf(changes);
  const parts: Item[][] = [];
  for (let start = 0; start < rows.length; start += rowsOfTransaction)
    parts.push(rows.slice(start, start + rowsOfTransaction));
  await Promise.all(
    Array.from({ length: abreast }, async () => {
      for (let part = parts.shift(); part; part = parts.shift())
        await transact(...part.map((Item) => ({ item: { Put: { TableName: tableName(), Item } } })));
    }),
  );
}
