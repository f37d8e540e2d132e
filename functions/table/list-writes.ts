import { Refusal } from '../../shared/refusal.ts';
import type { CountStep, Write } from './write.ts';
import { sortText, type Entity, type ListEntry } from './entity.ts';
import { keys, type Key, nameOfKey } from './keys.ts';
import { countShards, sortColumns } from './list-indexes.ts';
import { maxSearchEntries, searchEntries } from './search-text.ts';
import { put } from './put-item.ts';
import { remove } from './delete-item.ts';

/** Returns the list name and sort texts of an item. */
export function columnsOf(entity: Entity, key: Key, entry: ListEntry | null): Record<string, string> {
  if (!entry) return {};
  if (entry.sorts.length > sortColumns)
    throw new Error(`${entity.name} has more than ${sortColumns} sort columns`);
  return {
    list: entry.list,
    ...Object.fromEntries(
      entry.sorts.map((value, index) => [`s${index + 1}`, sortText(value, nameOfKey(key))]),
    ),
  };
}

/** Returns every list of a record with its item. */
function placesOf(entity: Entity, record: unknown): { key: Key; entry: ListEntry }[] {
  if (!record) return [];
  const entry = entity.inList?.(record);
  return [
    ...(entry ? [{ key: entity.key(record), entry }] : []),
    ...(entity.alsoInLists?.(record) ?? []).map((item) => ({ key: item.key, entry: item })),
  ];
}

const searchKeys = (entity: Entity, record: unknown): Map<string, { key: Key; of: Key; from: number }> => {
  const keysByText = new Map<string, { key: Key; of: Key; from: number }>();
  for (const { key: of, entry } of placesOf(entity, record))
    for (const { text, from } of searchEntries(entry.words ?? [])) {
      const key = keys.search(entry.list, text, nameOfKey(of));
      keysByText.set(nameOfKey(key), { key, of, from });
    }
  return keysByText;
};

/** Returns the items of additional lists, by key. */
const listItems = (entity: Entity, record: unknown): Map<string, Record<string, unknown> & Key> =>
  new Map(
    (record ? (entity.alsoInLists?.(record) ?? []) : []).map((item) => [
      nameOfKey(item.key),
      { ...item.row, ...item.key, entity: `${entity.name} row`, ...columnsOf(entity, item.key, item) },
    ]),
  );

/**
 * Returns the changes of search entries. Throws 'invalid' if the record has more than `maxSearchEntries`.
 */
export function searchChanges(entity: Entity, before: unknown, after: unknown): Write[] {
  const [old, now] = [searchKeys(entity, before), searchKeys(entity, after)];
  if (now.size > maxSearchEntries)
    throw new Refusal('invalid', 'The names have too many words to be searchable. Use fewer words.');
  return [
    ...[...old].filter(([text]) => !now.has(text)).map(([, { key }]) => ({ item: remove(key) })),
    ...[...now]
      .filter(([text, entry]) => old.get(text)?.from !== entry.from)
      .map(([, { key, of, from }]) => ({ item: put({ ...key, of, from }) })),
  ];
}

/** Returns the changes of additional list items; the record's own condition protects them as well. */
export function listItemChanges(entity: Entity, before: unknown, after: unknown): Write[] {
  const [old, now] = [listItems(entity, before), listItems(entity, after)];
  return [
    ...[...old].filter(([text]) => !now.has(text)).map(([, item]) => ({ item: remove(keyOf(item)) })),
    ...[...now]
      .filter(([text, item]) => JSON.stringify(old.get(text)) !== JSON.stringify(item))
      .map(([, item]) => ({ item: put(item) })),
  ];
}

const keyOf = ({ pk, sk }: Key): Key => ({ pk, sk });

export function countChanges(entity: Entity, before: unknown, after: unknown): CountStep[] {
  const listsOf = (record: unknown) => new Set(placesOf(entity, record).map(({ entry }) => entry.list));
  const [old, now] = [listsOf(before), listsOf(after)];
  const step = (list: string, by: number) => ({ count: keys.count(list), by, shards: countShards(list) });
  return [
    ...[...old].filter((list) => !now.has(list)).map((list) => step(list, -1)),
    ...[...now].filter((list) => !old.has(list)).map((list) => step(list, 1)),
  ];
}
