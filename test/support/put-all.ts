import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { client, tableName } from '../../functions/table/client.ts';

const atOnce = 4;

/** Writes items in batches of 25, without rules. */
export async function putAll(items: readonly Record<string, unknown>[]): Promise<void> {
  let start = 0;
  const put = async () => {
    while (start < items.length) {
      const some = items.slice(start, (start += 25));
      await client.send(
        new BatchWriteCommand({
          RequestItems: { [tableName()]: some.map((Item) => ({ PutRequest: { Item } })) },
        }),
      );
    }
  };
  await Promise.all(Array.from({ length: atOnce }, put));
}
