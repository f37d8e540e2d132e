import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { client, tableName } from './client.ts';
import type { Key } from './keys.ts';

interface Update {
  /** An update expression. */
  text: string;
  values: Record<string, unknown>;
  condition?: string;
  names?: Record<string, string>;
}

/** Returns an update for a transaction. */
export const update = (key: Key, { text, values, condition, names }: Update) => ({
  Update: {
    TableName: tableName(),
    Key: key,
    UpdateExpression: text,
    ConditionExpression: condition,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  },
});

/** Updates one item outside of a transaction and returns all its attributes. */
export async function updateNow(key: Key, by: Update): Promise<Record<string, unknown>> {
  const { Attributes } = await client.send(
    new UpdateCommand({ ...update(key, by).Update, ReturnValues: 'ALL_NEW' }),
  );
  return Attributes ?? {};
}
