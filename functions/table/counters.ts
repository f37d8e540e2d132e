import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { CountStep, Write } from './change.ts';
import { client, tableName } from './client.ts';
import type { Key } from './keys.ts';

/** The values of counters, in the order asked; strongly consistent, and nought for one that was never stepped. */
export async function countsAt(counters: readonly Key[]): Promise<number[]> {
  const found = await Promise.all(
    counters.map((Key) => client.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }))),
  );
  return found.map(({ Item }) => Number(Item?.n ?? 0));
}

/** A counter's step; a bounded one holds only while there is room for all of it. */
export function countWrite({ count, by, atMost }: CountStep): Write {
  const room = atMost && atMost.count - by;
  return {
    refusal: atMost?.full,
    item: {
      Update: {
        TableName: tableName(),
        Key: count,
        UpdateExpression: 'ADD n :by',
        // a counter that is not there yet is zero
        ConditionExpression:
          room === undefined ? undefined : room >= 0 ? 'attribute_not_exists(n) or n <= :room' : 'n <= :room',
        ExpressionAttributeValues: { ':by': by, ...(room !== undefined && { ':room': room }) },
      },
    },
  };
}
