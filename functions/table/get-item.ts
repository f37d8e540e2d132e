import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { client, tableName } from './client.ts';
import type { Key } from './keys.ts';

/** Returns one raw item or undefined, with a consistent read. */
export async function getItem(key: Key): Promise<Record<string, unknown> | undefined> {
  const { Item } = await client.send(
    new GetCommand({ TableName: tableName(), Key: key, ConsistentRead: true }),
  );
  return Item;
}
