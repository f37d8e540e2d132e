import { QueryCommand, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import { client, tableName } from './client.ts';
import { indexName } from './keys.ts';
import { endOf, type List } from './list.ts';

/** How many rows of a list begin so in one column (as `sortText` writes it). Counted in the index; reads no row. */
export async function countOfPart<Row>(list: List<Row>, column: string, beginsWith: string): Promise<number> {
  const place = list.columns.indexOf(column) + 1;
  if (place === 0) throw new Error(`${list.name} has no column ${column}`);
  let count = 0;
  let after: QueryCommandOutput['LastEvaluatedKey'];
  do {
    const page: QueryCommandOutput = await client.send(
      new QueryCommand({
        TableName: tableName(),
        IndexName: indexName(place),
        Select: 'COUNT',
        KeyConditionExpression: '#list = :list and #column between :start and :end',
        ExpressionAttributeNames: { '#list': 'list', '#column': `s${place}` },
        ExpressionAttributeValues: { ':list': list.name, ':start': beginsWith, ':end': endOf(beginsWith) },
        ExclusiveStartKey: after,
      }),
    );
    count += page.Count ?? 0;
    after = page.LastEvaluatedKey;
  } while (after);
  return count;
}
