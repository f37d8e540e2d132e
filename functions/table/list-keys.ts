import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import { client, tableName } from './client.ts';
import { indexName } from './list-indexes.ts';
import type { List } from './list.ts';

/**
 * Yields the partition keys of a list's rows in the order of one column, without reading the rows. `beginsWith` selects
 * rows by the beginning of their value in that column (in the form of `sortText`).
 */
export async function* rowKeysOfList<Row>(
  list: List<Row>,
  column: string,
  beginsWith?: string,
): AsyncGenerator<string> {
  for await (const { pk } of rowPlacesOfList(list, column, beginsWith)) yield pk;
}

/** Yields row keys like `rowKeysOfList`, each with its column value in the form of `sortText`, without the tiebreaker. */
export async function* rowPlacesOfList<Row>(
  list: List<Row>,
  column: string,
  beginsWith?: string,
): AsyncGenerator<{ pk: string; value: string }> {
  const place = list.columns.indexOf(column) + 1;
  if (place === 0) throw new Error(`${list.name} has no column ${column}`);
  const pages = paginateQuery(
    { client },
    {
      TableName: tableName(),
      IndexName: indexName(place),
      KeyConditionExpression: beginsWith
        ? '#list = :list and #column between :start and :end'
        : '#list = :list',
      ProjectionExpression: 'pk, #column',
      ExpressionAttributeNames: { '#list': 'list', '#column': `s${place}` },
      ExpressionAttributeValues: {
        ':list': list.name,
        ...(beginsWith && { ':start': beginsWith, ':end': `${beginsWith}\u{10ffff}` }),
      },
    },
  );
  for await (const { Items = [] } of pages)
    for (const item of Items) {
      const text = String(item[`s${place}`] ?? '');
      const pk = String(item.pk);
      yield { pk, value: text.slice(0, Math.max(0, text.lastIndexOf(`#${pk}|`))).trimEnd() };
    }
}
