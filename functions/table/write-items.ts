import { tableName } from './client.ts';
import type { Key } from './keys.ts';

export const nameOfKey = ({ pk, sk }: Key): string => `${pk}|${sk}`;

/** Returns a put for a transaction, with an optional condition. */
export const put = (
  item: Record<string, unknown>,
  condition?: { text: string; values?: Record<string, unknown> },
) => ({
  Put: {
    TableName: tableName(),
    Item: item,
    ConditionExpression: condition?.text,
    ExpressionAttributeValues: condition?.values,
  },
});

/** Returns a delete for a transaction. */
export const remove = (key: Key) => ({ Delete: { TableName: tableName(), Key: key } });
