import {
  BatchGetCommand,
  type BatchGetCommandInput,
  type BatchGetCommandOutput,
  GetCommand,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod';
import { Refusal } from '../../shared/refusal.ts';
import { client, tableName } from './client.ts';
import type { Entity } from './entity.ts';
import type { Key } from './keys.ts';
import { pause } from './retry.ts';
import { withMethods } from '../../shared/schema.ts';

type RecordOf<Of extends Entity> = z.output<Of['schema']>;

/** Parses a stored row; throws with its key if it does not match its schema. */
export function parseRow<Of extends Entity>(entity: Of, item: Record<string, unknown>): RecordOf<Of> {
  const parsed = withMethods(entity.schema).safeParse(item);
  if (parsed.success) return parsed.data as RecordOf<Of>;
  throw new Error(`bad ${entity.name} at ${String(item.pk)} ${String(item.sk)}: ${parsed.error.message}`);
}

/** Returns one raw item or undefined, with a consistent read. */
export async function getItem(key: Key): Promise<Record<string, unknown> | undefined> {
  const { Item } = await client.send(
    new GetCommand({ TableName: tableName(), Key: key, ConsistentRead: true }),
  );
  return Item;
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
  sentence: string,
): Promise<RecordOf<Of>> {
  const found = await get(entity, key);
  if (!found) throw new Refusal('not-found', sentence);
  return found;
}

// ten thousand rows per second without throttling the table
const batchesAtOnce = 8;

interface ReadOptions {
  /** Reads consistently. */
  consistent?: boolean;
  /** Attributes to read besides the key; all by default. Limits the cost of reading many rows. */
  only?: readonly string[];
}

/** Returns raw items by key in the given order, without duplicates and missing ones. */
export async function getItems(
  asked: readonly Key[],
  options: ReadOptions = {},
): Promise<Record<string, unknown>[]> {
  // BatchGetItem rejects duplicate keys
  const wanted = [...new Map(asked.map((key) => [nameOf(key), key])).values()];
  const found = new Map<string, Record<string, unknown>>();
  const batches = Math.ceil(wanted.length / 100);
  let taken = 0;
  const reader = async () => {
    for (let start = 100 * taken++; start < wanted.length; start = 100 * taken++)
      for (const item of await getBatch(wanted.slice(start, start + 100), options))
        found.set(nameOf(item), item);
  };
  await Promise.all(Array.from({ length: Math.min(batchesAtOnce, batches) }, reader));
  return wanted.map((key) => found.get(nameOf(key))).filter((item) => item !== undefined);
}

/** Returns at most 100 items in any order; retries unprocessed keys. */
async function getBatch(
  wanted: readonly Key[],
  { consistent = false, only }: ReadOptions,
): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  let ask: BatchGetCommandInput['RequestItems'] = {
    [tableName()]: {
      Keys: wanted.map(({ pk, sk }) => ({ pk, sk })),
      ConsistentRead: consistent,
      ...(only && onlyAttributes(['pk', 'sk', ...only])),
    },
  };
  for (let turn = 0; ask && Object.keys(ask).length > 0; turn++) {
    if (turn > 0) await pause(turn);
    const response: BatchGetCommandOutput = await client.send(new BatchGetCommand({ RequestItems: ask }));
    items.push(...(response.Responses?.[tableName()] ?? []));
    ask = response.UnprocessedKeys;
  }
  return items;
}

/** Returns the projection of a read with placeholders, because some names are reserved words. */
const onlyAttributes = (names: readonly string[]) => ({
  ProjectionExpression: names.map((_, index) => `#a${index}`).join(', '),
  ExpressionAttributeNames: Object.fromEntries(names.map((name, index) => [`#a${index}`, name])),
});

export const nameOf = ({ pk, sk }: { pk?: unknown; sk?: unknown }) => `${String(pk)}|${String(sk)}`;

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
  const input: QueryCommandInput = {
    TableName: tableName(),
    KeyConditionExpression: options.beginsWith ? 'pk = :pk and begins_with(sk, :sk)' : 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk, ...(options.beginsWith && { ':sk': options.beginsWith }) },
    ConsistentRead: true,
    ScanIndexForward: !options.backwards,
    Limit: options.limit,
    ExclusiveStartKey: options.after ? { pk, sk: options.after } : undefined,
  };
  const { Items = [], LastEvaluatedKey } = await client.send(new QueryCommand(input));
  return { items: Items, last: LastEvaluatedKey ? String(LastEvaluatedKey.sk) : null };
}

/** Yields all items of a partition, for partitions of limited size. */
export async function* eachItem(pk: string, beginsWith?: string): AsyncGenerator<Record<string, unknown>> {
  let after: string | undefined;
  do {
    const page: Awaited<ReturnType<typeof queryItems>> = await queryItems(pk, { beginsWith, after });
    yield* page.items;
    after = page.last ?? undefined;
  } while (after);
}
