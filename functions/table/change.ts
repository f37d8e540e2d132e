import type * as z from 'zod';
import type { Refusal } from '../../shared/refusal.ts';
import type { Measures } from '../platform/metrics.ts';
import type { Entity, Versioned } from './entity.ts';
import { keys, nameOfKey, type Key } from './keys.ts';
import { columnsOf, countChanges, listItemChanges, searchChanges } from './list-writes.ts';
import { put } from './put-item.ts';
import { remove } from './delete-item.ts';
import type { Change, Write } from './write.ts';

/** Returns a write with metrics that are published after the commit. */
export const measured = (write: Write, measures: Measures): Write => ({ ...write, measures });

type RecordOf<Of extends Entity> = z.output<Of['schema']>;

/** Returns the stored item: the record, its key, and its list columns. */
export function itemOf<Of extends Entity>(entity: Of, record: RecordOf<Of>): Record<string, unknown> & Key {
  const key = entity.key(record);
  const columns = columnsOf(entity, key, entity.inList?.(record) ?? null);
  return { ...(record as Record<string, unknown>), ...key, entity: entity.name, ...columns };
}

/** Returns the write of an immutable item without list and version, such as a part of a job. */
export const putOnce = (item: Key & Record<string, unknown>, refusal?: Refusal): Write => ({
  item: put(item, { text: 'attribute_not_exists(pk)' }),
  refusal,
});

/**
 * Returns all writes of a change: the record under its version condition, its unique names, its search entries, and the
 * counter of its list. `before` null creates, `after` null deletes.
 *
 * @param refusals for a record that changed or exists already, and for a unique name that is taken
 */
export function change<Of extends Entity>(
  entity: Of,
  before: (RecordOf<Of> & Versioned) | null,
  after: (RecordOf<Of> & Versioned) | null,
  refusals: { lost: Refusal; duplicates?: Record<string, Refusal> },
): Change[] {
  const key = entity.key(after ?? before);
  const unchanged = before
    ? { text: 'version = :version', values: { ':version': before.version } }
    : { text: 'attribute_not_exists(pk)' };
  const main: Write = {
    refusal: refusals.lost,
    item: after
      ? put(
          itemOf(entity, { ...(after as object), version: (before?.version ?? 0) + 1 } as RecordOf<Of>),
          unchanged,
        )
      : remove(key, unchanged),
  };
  return [
    main,
    ...uniqueChanges(entity, before, after, refusals.duplicates ?? {}, refusals.lost),
    ...listItemChanges(entity, before, after),
    ...searchChanges(entity, before, after),
    ...countChanges(entity, before, after),
  ];
}

function uniqueChanges(
  entity: Entity,
  before: unknown,
  after: unknown,
  duplicates: Record<string, Refusal>,
  lost: Refusal,
): Write[] {
  const names = (record: unknown) =>
    new Map(
      (record ? (entity.unique?.(record) ?? []) : []).map((name) => [`${name.kind}#${name.value}`, name]),
    );
  const [old, now] = [names(before), names(after)];
  const owner = after ? nameOfKey(entity.key(after)) : '';
  return [
    ...[...old]
      .filter(([text]) => !now.has(text))
      .map(([, name]) => ({ item: remove(keys.unique(name.kind, name.value)) })),
    ...[...now]
      .filter(([text]) => !old.has(text))
      .map(([, name]) =>
        putOnce({ ...keys.unique(name.kind, name.value), owner }, duplicates[name.kind] ?? lost),
      ),
  ];
}
