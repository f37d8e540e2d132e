import {
  BatchGetCommand,
  type BatchGetCommandInput,
  type BatchGetCommandOutput,
} from '@aws-sdk/lib-dynamodb';
import { client, tableName } from './client.ts';
import { nameOfKey, type Key } from './keys.ts';
import { pause } from './retry.ts';

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
  keys: readonly Key[],
  options: ReadOptions = {},
): Promise<Record<string, unknown>[]> {
  // BatchGetItem rejects duplicate keys
  const wanted = [...new Map(keys.map((key) => [nameOfKey(key), key])).values()];
  const items = new Map<string, Record<string, unknown>>();
  const batches = Math.ceil(wanted.length / 100);
  let offset = 0;
  const reader = async () => {
    for (let start = 100 * offset++; start < wanted.length; start = 100 * offset++)
      for (const item of await getBatch(wanted.slice(start, start + 100), options))
        items.set(nameOfKey(item), item);
  };
  await Promise.all(Array.from({ length: Math.min(batchesAtOnce, batches) }, reader));
  return wanted.map((key) => items.get(nameOfKey(key))).filter((item) => item !== undefined);
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
