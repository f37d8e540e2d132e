import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { CountStep, Write } from './change.ts';
import { client, tableName } from './client.ts';
import type { Key } from './keys.ts';

/** Returns counter values in the given order, strongly consistent; 0 for a missing counter. */
export async function countsAt(counters: readonly Key[]): Promise<number[]> {
  const found = await Promise.all(
    counters.map((Key) => client.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }))),
  );
  return found.map(({ Item }) => Number(Item?.n ?? 0));
}

/** Returns the write of an increment; a bounded one succeeds only if all of it fits. */
export function countWrite({ count, by, atMost }: CountStep): Write {
  const maximum = atMost && atMost.count - by;
  return {
    refusal: atMost?.full,
    item: {
      Update: {
        TableName: tableName(),
        Key: count,
        UpdateExpression: 'ADD n :by',
        // a missing counter is zero
        ConditionExpression:
          maximum === undefined
            ? undefined
            : maximum >= 0
              ? 'attribute_not_exists(n) or n <= :limit'
              : 'n <= :limit',
        ExpressionAttributeValues: { ':by': by, ...(maximum !== undefined && { ':limit': maximum }) },
      },
    },
  };
}
