import { QueryCommand, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import { client, tableName } from './client.ts';
import { keys } from './keys.ts';
import { indexName } from './list-indexes.ts';
import { endOf, type List } from './list.ts';
import { searchText } from './search-text.ts';

/** Counts the rows of a list by the beginning of one column (in the form of `sortText`), in the index only. */
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

/** Counts the rows that a search finds, in the search entries only. */
export async function countOfSearch(list: string, text: string): Promise<number> {
  const search = searchText(text);
  if (search === '') return 0;
  let count = 0;
  let after: QueryCommandOutput['LastEvaluatedKey'];
  do {
    const page: QueryCommandOutput = await client.send(
      new QueryCommand({
        TableName: tableName(),
        Select: 'COUNT',
        KeyConditionExpression: 'pk = :pk and sk between :search and :end',
        FilterExpression: '#from <= :length',
        ExpressionAttributeNames: { '#from': 'from' },
        ExpressionAttributeValues: {
          ':pk': keys.search(list, '', '').pk,
          ':search': search,
          ':end': endOf(search),
          ':length': search.length,
        },
        ExclusiveStartKey: after,
      }),
    );
    count += page.Count ?? 0;
    after = page.LastEvaluatedKey;
  } while (after);
  return count;
}

/** Yields the partition keys of the rows that a search finds, once per matching word. */
export async function* searchedKeys(list: string, text: string): AsyncGenerator<string> {
  const search = searchText(text);
  let after: QueryCommandOutput['LastEvaluatedKey'];
  do {
    if (search === '') return;
    const page: QueryCommandOutput = await client.send(
      new QueryCommand({
        TableName: tableName(),
        ProjectionExpression: '#of',
        KeyConditionExpression: 'pk = :pk and sk between :search and :end',
        FilterExpression: '#from <= :length',
        ExpressionAttributeNames: { '#from': 'from', '#of': 'of' },
        ExpressionAttributeValues: {
          ':pk': keys.search(list, '', '').pk,
          ':search': search,
          ':end': endOf(search),
          ':length': search.length,
        },
        ExclusiveStartKey: after,
      }),
    );
    for (const { of } of page.Items ?? []) yield (of as { pk: string }).pk;
    after = page.LastEvaluatedKey;
  } while (after);
}
