import type { Refusal } from '../../shared/refusal.ts';
import type { Write } from './write.ts';
import { tableName } from './client.ts';
import type { Key } from './keys.ts';

/** Returns a condition on a record that the transaction does not change. */
export const conditionCheck = (
  key: Key,
  condition: string,
  values: Record<string, unknown>,
  refusal: Refusal,
  names?: Record<string, string>,
): Write => ({
  item: {
    ConditionCheck: {
      TableName: tableName(),
      Key: key,
      ConditionExpression: condition,
      ExpressionAttributeValues: Object.keys(values).length ? values : undefined,
      ExpressionAttributeNames: names,
    },
  },
  refusal,
});
