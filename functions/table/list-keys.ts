import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import { client, tableName } from './client.ts';
import { indexName } from './list-indexes.ts';
import type { List } from './list.ts';

/**
 * The partition keys of a list's rows in the order of one column, without the rows: for work that looks for the few
 * among many. `beginsWith` keeps to rows whose value in that column begins so (as `sortText` writes it).
 */
export async function* rowKeysOfList<Row>(
  list: List<Row>,
  column: string,
  beginsWith?: string,
): AsyncGenerator<string> {
  for await (const { pk } of rowPlacesOfList(list, column, beginsWith)) yield pk;
}

/** As `rowKeysOfList`, each with its value in the column as `sortText` writes it, without what tells equal ones apart. */
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
