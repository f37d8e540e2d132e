import { tableIndexes } from '../../../infra/permissions/table-use.ts';
import { compareText, conditionOf, updateOf, type Item, type Placeholders } from './expressions.ts';
import { Sorted, type SortRange } from './sorted.ts';
import {
  assertUsed,
  lastKey,
  page,
  ServiceError,
  stored,
  TransactionCanceled,
  type Query,
  type Stored,
} from './table-items.ts';

interface Key {
  pk: string;
  sk: string;
}

interface Write extends Placeholders {
  Item?: Item;
  Key?: Item;
  ConditionExpression?: string;
  UpdateExpression?: string;
}

/** A write of a transaction, in the shape of the SDK. */
export type TransactItem = Partial<Record<'Put' | 'Update' | 'Delete' | 'ConditionCheck', Write>>;

/** DynamoDB's limits: bytes of an item, of a page, and items of a transaction. */
const limits = { itemBytes: 400 * 1024, pageBytes: 1024 * 1024, transactionItems: 100 };

const separator = '\u0000';
const sortKeys = new Map(tableIndexes.map(({ name, sortKey }) => [name, sortKey]));

const keyOf = ({ pk, sk }: Item): Key => {
  if (typeof pk !== 'string' || typeof sk !== 'string' || pk === '' || sk === '')
    throw new ServiceError('ValidationException');
  return { pk, sk };
};

/**
 * A table with the semantics of DynamoDB as far as the portal uses them: conditions, transactions with cancellation
 * reasons, index queries, pages, and size limits. Index reads can lag behind writes (`lag`).
 */
export class MemoryTable {
  private readonly items = new Sorted<Stored>();
  private readonly indexes = new Map(tableIndexes.map(({ name }) => [name, new Sorted<Stored>()]));
  private readonly delayed: { before?: Item; after?: Item; due: number }[] = [];
  private reads = 0;

  /** Number of further index reads that do not show a write yet; 0 for consistent indexes. */
  lag: () => number = () => 0;

  /** Called after each write of an item. */
  onWrite: (before: Item | undefined, after: Item | undefined) => void = () => {};

  get(key: Item): Item | undefined {
    const { pk, sk } = keyOf(key);
    return this.items.get(pk, sk)?.item;
  }

  /** Yields every item in the order of its key. */
  *all(): Generator<Item> {
    for (const { item } of this.items.all()) yield item;
  }

  query(query: Query): { Items?: Item[]; Count: number; LastEvaluatedKey?: Item } {
    const { IndexName, KeyConditionExpression = '', ExpressionAttributeValues = {} } = query;
    const sortKey = IndexName === undefined ? 'sk' : sortKeys.get(IndexName);
    const index = IndexName === undefined ? this.items : this.indexes.get(IndexName);
    if (!index || !sortKey) throw new ServiceError('ResourceNotFoundException');
    if (IndexName !== undefined) this.publish();
    const { FilterExpression, ProjectionExpression } = query;
    assertUsed(query, `${KeyConditionExpression} ${FilterExpression} ${ProjectionExpression}`);
    const { partition, range } = keyRangeOf(KeyConditionExpression, ExpressionAttributeValues);
    const matches = conditionOf(KeyConditionExpression);
    const passes = query.FilterExpression ? conditionOf(query.FilterExpression) : () => true;
    const found: Item[] = [];
    let [bytes, evaluated] = [0, 0];
    let last: Item | undefined;
    const start = query.ExclusiveStartKey;
    const after = start && (IndexName === undefined ? String(start.sk) : indexSort(start, sortKey));
    const rows = index.read(partition, after, query.ScanIndexForward === false, range);
    for (const { item, size } of rows) {
      if (!matches(item, query)) continue;
      if (bytes > limits.pageBytes || evaluated === query.Limit) {
        return page(found, query, last);
      }
      evaluated += 1;
      bytes += size;
      last = lastKey(item, IndexName === undefined ? undefined : sortKey);
      if (passes(item, query)) found.push(item);
    }
    // DynamoDB names a last key whenever the limit is reached, also at the end
    return page(found, query, evaluated === query.Limit ? last : undefined);
  }

  /** Returns a page of all items, or of those of a segment. */
  scan(scan: Query & { Segment?: number; TotalSegments?: number }) {
    const { Segment = 0, TotalSegments = 1, ExclusiveStartKey: start } = scan;
    const passes = scan.FilterExpression ? conditionOf(scan.FilterExpression) : () => true;
    const found: Item[] = [];
    let [bytes, evaluated] = [0, 0];
    let last: Item | undefined;
    for (const { item, size } of this.items.all()) {
      const { pk, sk } = keyOf(item);
      if (segmentOf(pk, TotalSegments) !== Segment) continue;
      if (start && (compareText(pk, String(start.pk)) || compareText(sk, String(start.sk))) <= 0) continue;
      if (bytes > limits.pageBytes || evaluated === scan.Limit) return page(found, scan, last);
      evaluated += 1;
      bytes += size;
      last = lastKey(item, undefined);
      if (passes(item, scan)) found.push(item);
    }
    return page(found, scan, undefined);
  }

  delete(write: Write): void {
    this.transact([{ Delete: write }], 'ConditionalCheckFailedException');
  }

  put(write: Write): void {
    this.transact([{ Put: write }], 'ConditionalCheckFailedException');
  }

  /** Returns the new item. */
  update(write: Write): Item {
    this.transact([{ Update: write }], 'ConditionalCheckFailedException');
    return this.get(write.Key ?? {}) ?? {};
  }

  /** Applies all writes or none; throws with one reason per write. */
  transact(writes: readonly TransactItem[], single?: string): void {
    if (writes.length > limits.transactionItems) throw new ServiceError('ValidationException');
    const touched = new Set<string>();
    const outcomes = writes.map((item) => {
      const [kind, write] = Object.entries(item).find(([, part]) => part !== undefined) ?? [];
      if (!kind || !write) throw new ServiceError('ValidationException');
      const key = keyOf(kind === 'Put' ? (write.Item ?? {}) : (write.Key ?? {}));
      assertUsed(write, `${write.ConditionExpression} ${write.UpdateExpression}`);
      const name = key.pk + separator + key.sk;
      if (touched.has(name)) throw new ServiceError('ValidationException');
      touched.add(name);
      const before = this.items.get(key.pk, key.sk)?.item;
      const holds = !write.ConditionExpression || conditionOf(write.ConditionExpression)(before ?? {}, write);
      return { key, before, holds, after: holds ? afterOf(kind, write, key, before) : undefined, kind };
    });
    if (outcomes.some(({ holds }) => !holds)) {
      if (single) throw new ServiceError(single);
      throw new TransactionCanceled(outcomes.map(({ holds }) => (holds ? 'None' : 'ConditionalCheckFailed')));
    }
    for (const { after } of outcomes)
      if (after && after.size > limits.itemBytes) throw new ServiceError('ValidationException');
    for (const { key, before, after, kind } of outcomes) {
      if (kind === 'ConditionCheck') continue;
      if (after) this.items.set(key.pk, key.sk, after);
      else this.items.delete(key.pk, key.sk);
      this.delayed.push({ before, after: after?.item, due: this.reads + this.lag() });
      this.onWrite(before, after?.item);
    }
  }

  /** Shows the due writes in the indexes, in their order. */
  private publish(): void {
    this.reads += 1;
    // a lag of seconds at most: a later request does not miss what an earlier one wrote
    while (this.delayed[0] && (this.delayed[0].due < this.reads || this.delayed.length > 60)) {
      const { before, after } = this.delayed.shift() ?? {};
      if (before?.list === undefined && after?.list === undefined) continue;
      for (const { name, sortKey } of tableIndexes) {
        const index = this.indexes.get(name);
        if (before?.list === after?.list && before?.[sortKey] === after?.[sortKey]) continue;
        if (before && isIn(before, sortKey)) index?.delete(String(before.list), indexSort(before, sortKey));
        if (after && isIn(after, sortKey)) {
          const { pk, sk } = after;
          const [list, sort] = [String(after.list), indexSort(after, sortKey)];
          const item = { pk, sk, list, [sortKey]: after[sortKey] };
          index?.set(list, sort, { item, size: list.length + sort.length + namesLength });
        }
      }
    }
  }
}

/** Approximate length of the names and punctuation of a row of an index. */
const namesLength = 35;

/** Segments divide the partitions. */
const segmentOf = (pk: string, segments: number): number =>
  Buffer.from(pk).reduce((sum, byte) => sum + byte, 0) % segments;

const isIn = (item: Item, sortKey: string): boolean =>
  typeof item.list === 'string' && typeof item[sortKey] === 'string';

/** Items of equal sort values are in the order of their keys. */
const indexSort = (item: Item, sortKey: string): string =>
  [item[sortKey], item.pk, item.sk].map(String).join(separator);

const keyCondition =
  /^\s*[#\w]+\s*=\s*(:\w+)(?:\s+and\s+(?:begins_with\([#\w]+,\s*(:\w+)\)|[#\w]+\s+between\s+(:\w+)\s+and\s+(:\w+)))?/;

/** Returns the partition of a key condition and the range that contains all rows that match. */
function keyRangeOf(text: string, values: Item): { partition: string; range: SortRange } {
  const [, partition = '', start = '', from = '', until = ''] = keyCondition.exec(text) ?? [];
  const textOf = (name: string) => (name === '' ? undefined : String(values[name]));
  const beginning = textOf(start);
  const range =
    beginning === undefined
      ? { from: textOf(from), until: textOf(until) }
      : { from: beginning, until: `${beginning}\u{10ffff}` };
  return { partition: String(values[partition]), range };
}

function afterOf(kind: string, write: Write, key: Key, before: Item | undefined): Stored | undefined {
  if (kind === 'Delete') return undefined;
  if (kind === 'ConditionCheck') return before && { item: before, size: 0 };
  if (kind === 'Put') return stored(write.Item ?? {});
  const after = { ...(before ?? key) };
  updateOf(write.UpdateExpression ?? '')(after, write);
  return stored(after);
}
