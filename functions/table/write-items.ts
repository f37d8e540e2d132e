import { tableName } from './client.ts';
import type { Key } from './keys.ts';

/** A key as one text. */
export const nameOfKey = ({ pk, sk }: Key): string => `${pk}|${sk}`;

/** A transaction's item that puts a row, under a condition where one is given. */
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

/** A transaction's item that deletes a row. */
export const remove = (key: Key) => ({ Delete: { TableName: tableName(), Key: key } });
