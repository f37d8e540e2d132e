import { tableName } from './client.ts';

/** A condition of a write. */
export interface Condition {
  text: string;
  values?: Record<string, unknown>;
}

/** Returns a put for a transaction, with an optional condition. */
export const put = (item: Record<string, unknown>, condition?: Condition) => ({
  Put: {
    TableName: tableName(),
    Item: item,
    ConditionExpression: condition?.text,
    ExpressionAttributeValues: condition?.values,
  },
});
