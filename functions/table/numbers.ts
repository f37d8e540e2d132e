import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { client, tableName } from './client.ts';
import { keys } from './keys.ts';

/** Returns the next whole number of a kind, from 1, for readable IDs. Numbers are unique; gaps are possible. */
export async function nextNumber(kind: string): Promise<number> {
  const { Attributes } = await client.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: keys.number(kind),
      UpdateExpression: 'ADD n :one',
      ExpressionAttributeValues: { ':one': 1 },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  return Number(Attributes?.n);
}
