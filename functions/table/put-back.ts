import * as z from 'zod';
import type { Refusal } from '../../shared/refusal.ts';
import { isLate, type Change, type CountStep } from './write.ts';
import { type Key, nameOfKey } from './keys.ts';
import { getItems } from './batch-get-items.ts';
import { put } from './put-item.ts';
import { remove } from './delete-item.ts';

const storedItem = z.record(z.string(), z.unknown());
const storedKey = z.object({ pk: z.string(), sk: z.string() });

/** Items before a change, and the counters that it incremented. */
export const replacedItems = z.object({
  items: z.array(
    z.object({
      key: storedKey,
      /** The previous item; null if there was none. */
      before: storedItem.nullable(),
      /** The state after the change: a version, an item without one, or no item. */
      left: z.union([z.int(), z.literal('unversioned'), z.null()]),
    }),
  ),
  counts: z.array(z.object({ count: storedKey, by: z.int(), shards: z.int().optional() })),
});
export type ReplacedItems = z.output<typeof replacedItems>;

const isCount = (change: Change): change is CountStep => 'count' in change;
const keyOf = ({ pk, sk }: Record<string, unknown>): Key => ({ pk: String(pk), sk: String(sk) });

/** Records of an event remain: audit events, and emails that another change replaces until they are started. */
const remainingRecords = /^(?:AUDIT|MEMBERSHIP-EMAILS)#/;

/** Returns the current items that the changes will replace, except records that remain. */
export async function replacedBy(changes: readonly Change[]): Promise<ReplacedItems> {
  const writes = changes.flatMap((change): { key: Key; left: number | 'unversioned' | null }[] => {
    if (isCount(change) || isLate(change)) return [];
    const { Put, Delete } = change.item;
    if (Put?.Item) return [{ key: keyOf(Put.Item), left: versionOf(Put.Item) ?? 'unversioned' }];
    return Delete?.Key ? [{ key: keyOf(Delete.Key), left: null }] : [];
  });
  const restored = writes.filter(({ key }) => !remainingRecords.test(key.pk));
  const items = await getItems(
    restored.map(({ key }) => key),
    { consistent: true },
  );
  const before = new Map(items.map((item) => [nameOfKey(item), item]));
  return {
    items: restored.map(({ key, left }) => ({ key, left, before: before.get(nameOfKey(key)) ?? null })),
    counts: changes
      .filter(isCount)
      .map(({ count, by, shards }) => ({ count, by, ...(shards && { shards }) })),
  };
}

const versionOf = (item: Record<string, unknown>): number | undefined =>
  typeof item.version === 'number' ? item.version : undefined;

/**
 * Returns the writes that restore items under the condition that they are as the changes left them; `refusal` is the
 * error for an item that changed since. Versions increase, so that stale readers get a conflict.
 */
export function putBack({ items, counts }: ReplacedItems, refusal: (pk: string) => Refusal): Change[] {
  return [
    ...items.map(({ key, before, left }) => {
      const condition =
        left === null
          ? { text: 'attribute_not_exists(pk)' }
          : left === 'unversioned'
            ? undefined
            : { text: 'version = :version', values: { ':version': left } };
      if (before === null) return { refusal: refusal(key.pk), item: remove(key, condition) };
      const version = versionOf(before);
      const item =
        version === undefined
          ? before
          : { ...before, version: Math.max(version, typeof left === 'number' ? left : 0) + 1 };
      return { refusal: refusal(key.pk), item: put(item, condition) };
    }),
    ...counts.map(({ count, by, shards }) => ({ count, by: -by, ...(shards && { shards }) })),
  ];
}

/** Returns the partition key of an item that changed since; undefined if none did. */
export async function firstMoved({ items }: ReplacedItems): Promise<string | undefined> {
  const currentItems = await getItems(
    items.map(({ key }) => key),
    { consistent: true },
  );
  const now = new Map(currentItems.map((item) => [nameOfKey(item), item]));
  const moved = items.find(({ key, left }) => {
    const item = now.get(nameOfKey(key));
    if (left === null) return item !== undefined;
    return left === 'unversioned' ? item === undefined : item?.version !== left;
  });
  return moved?.key.pk;
}
