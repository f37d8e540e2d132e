import { tableName } from './client.ts';
import type { Key } from './keys.ts';
import type { Condition } from './put-item.ts';

/** Returns a delete for a transaction, with an optional condition. */
export const remove = (key: Key, condition?: Condition) => ({
  Delete: {
    TableName: tableName(),
    Key: key,
    ConditionExpression: condition?.text,
    ExpressionAttributeValues: condition?.values,
  },
});
