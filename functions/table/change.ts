import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod';
import type { Refusal } from '../../shared/refusal.ts';
import type { Measures } from '../platform/metrics.ts';
import { tableName } from './client.ts';
import type { Entity, Versioned } from './entity.ts';
import { keys, type Key } from './keys.ts';
import { columnsOf, countChanges, listItemChanges, searchChanges } from './list-writes.ts';
import { nameOfKey, put, remove } from './write-items.ts';

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** One write of a transaction, and what to say when its condition does not hold. */
export interface Write {
  item: TransactItem;
  refusal?: Refusal;
  /** What is counted once the write is made (functions/platform/metrics.ts). */
  measures?: Measures;
}

/** A step of a counter; `transact` adds up the steps of one counter, since a transaction may touch an item once. */
export interface CountStep {
  count: Key;
  by: number;
  /** Over how many items the counter is spread; a transaction steps one of them. */
  shards?: number;
  /** The count must not pass this through the transaction; `full` is what to say when it would. */
  atMost?: { count: number; full: Refusal };
}

export type Change = Write | CountStep;

/** A write that is counted once its transaction is made. */
export const measured = (write: Write, measures: Measures): Write => ({ ...write, measures });

type RecordOf<Of extends Entity> = z.output<Of['schema']>;

/** The item as it is stored: the record, its key, and the columns of the list it is in. */
export function itemOf<Of extends Entity>(entity: Of, record: RecordOf<Of>): Record<string, unknown> & Key {
  const key = entity.key(record);
  const columns = columnsOf(entity, key, entity.inList?.(record) ?? null);
  return { ...(record as Record<string, unknown>), ...key, entity: entity.name, ...columns };
}

/** A condition on a record that the transaction reads but does not change. */
export const conditionCheck = (
  key: Key,
  condition: string,
  values: Record<string, unknown>,
  refusal: Refusal,
  names?: Record<string, string>,
): Write => ({
  item: {
    ConditionCheck: {
      TableName: tableName(),
      Key: key,
      ConditionExpression: condition,
      ExpressionAttributeValues: Object.keys(values).length ? values : undefined,
      ExpressionAttributeNames: names,
    },
  },
  refusal,
});

/** A plain record with no list and no version, such as a part of a job: written once, never changed. */
export const putOnce = (item: Key & Record<string, unknown>, refusal?: Refusal): Write => ({
  item: put(item, { text: 'attribute_not_exists(pk)' }),
  refusal,
});

/**
 * Everything that a change of one record writes: the record under the condition that nobody changed it meanwhile, its
 * unique names, its search entries, and the counter of its list. `before` null creates, `after` null deletes.
 *
 * @param refusals what to say when the record changed meanwhile (or exists already), and when a unique name is taken
 */
export function change<Of extends Entity>(
  entity: Of,
  before: (RecordOf<Of> & Versioned) | null,
  after: (RecordOf<Of> & Versioned) | null,
  refusals: { lost: Refusal; taken?: Record<string, Refusal> },
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
      : {
          Delete: {
            TableName: tableName(),
            Key: key,
            ConditionExpression: unchanged.text,
            ExpressionAttributeValues: unchanged.values,
          },
        },
  };
  return [
    main,
    ...uniqueChanges(entity, before, after, refusals.taken ?? {}, refusals.lost),
    ...listItemChanges(entity, before, after),
    ...searchChanges(entity, before, after),
    ...countChanges(entity, before, after),
  ];
}

function uniqueChanges(
  entity: Entity,
  before: unknown,
  after: unknown,
  taken: Record<string, Refusal>,
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
      .map(([, name]) => putOnce({ ...keys.unique(name.kind, name.value), owner }, taken[name.kind] ?? lost)),
  ];
}
