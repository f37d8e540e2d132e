import type { Write } from './change.ts';
import { tableName } from './client.ts';
import type { Key } from './keys.ts';

/** Returns one write that increments several counters of an item, such as the days of a month; they start at 0. */
export function tallyWrite(key: Key, steps: Readonly<Record<string, number>>): Write[] {
  const moved = Object.entries(steps).filter(([, by]) => by !== 0);
  if (moved.length === 0) return [];
  return [
    {
      item: {
        Update: {
          TableName: tableName(),
          Key: key,
          UpdateExpression: `ADD ${moved.map((_, index) => `#n${index} :n${index}`).join(', ')}`,
          ExpressionAttributeNames: Object.fromEntries(moved.map(([name], index) => [`#n${index}`, name])),
          ExpressionAttributeValues: Object.fromEntries(moved.map(([, by], index) => [`:n${index}`, by])),
        },
      },
    },
  ];
}
