import type * as z from 'zod';
import { Refusal } from '../../shared/refusal.ts';
import type { Entity } from './entity.ts';
import type { Key } from './keys.ts';
import { getItems } from './batch-get-items.ts';
import { getItem } from './get-item.ts';
import { queryTable } from './query-table.ts';
import { withMethods } from '../../shared/schema.ts';

type RecordOf<Of extends Entity> = z.output<Of['schema']>;

type RowParser = (schema: z.ZodType, item: object) => z.ZodSafeParseResult<unknown>;

let parser: RowParser = (schema, item) => schema.safeParse(item);

/** Replaces the parser of stored rows in tests. Returns a function that restores it. */
export function useRowParser(replacement: RowParser): () => void {
  const before = parser;
  parser = replacement;
  return () => void (parser = before);
}

/** Parses a stored row; throws with its key if it does not match its schema. */
export function parseRow<Of extends Entity>(entity: Of, item: Record<string, unknown>): RecordOf<Of> {
  const parsed = parser(withMethods(entity.schema), item);
  if (parsed.success) return parsed.data as RecordOf<Of>;
  throw new Error(`bad ${entity.name} at ${String(item.pk)} ${String(item.sk)}: ${parsed.error.message}`);
}

/** Returns one record or undefined, with a consistent read. */
export async function get<Of extends Entity>(entity: Of, key: Key): Promise<RecordOf<Of> | undefined> {
  const item = await getItem(key);
  return item && parseRow(entity, item);
}

/** Returns one record; throws the given refusal if it is missing. */
export async function mustGet<Of extends Entity>(
  entity: Of,
  key: Key,
  message: string,
): Promise<RecordOf<Of>> {
  const record = await get(entity, key);
  if (!record) throw new Refusal('not-found', message);
  return record;
}

/** Returns records by key in the given order, without missing ones. */
export async function getMany<Of extends Entity>(
  entity: Of,
  wanted: readonly Key[],
  options: { consistent?: boolean } = {},
): Promise<RecordOf<Of>[]> {
  return (await getItems(wanted, options)).map((item) => parseRow(entity, item));
}

/** Returns one page of the items of a partition, in the order of the sort key. */
export async function queryItems(
  pk: string,
  options: { beginsWith?: string; after?: string; limit?: number; backwards?: boolean } = {},
): Promise<{ items: Record<string, unknown>[]; last: string | null }> {
  const { Items = [], LastEvaluatedKey } = await queryTable({
    KeyConditionExpression: options.beginsWith ? 'pk = :pk and begins_with(sk, :sk)' : 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk, ...(options.beginsWith && { ':sk': options.beginsWith }) },
    ConsistentRead: true,
    ScanIndexForward: !options.backwards,
    Limit: options.limit,
    ExclusiveStartKey: options.after ? { pk, sk: options.after } : undefined,
  });
  return { items: Items, last: LastEvaluatedKey ? String(LastEvaluatedKey.sk) : null };
}

/** Yields all items of a partition, or those after a sort key, for partitions of limited size. */
export async function* eachItem(
  pk: string,
  beginsWith?: string,
  from?: string,
): AsyncGenerator<Record<string, unknown>> {
  let after = from;
  do {
    const page: Awaited<ReturnType<typeof queryItems>> = await queryItems(pk, { beginsWith, after });
    yield* page.items;
    after = page.last ?? undefined;
  } while (after);
}
