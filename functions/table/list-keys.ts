import type { QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import type { List } from './list.ts';
import { queryIndex } from './query-index.ts';

/**
 * Yields the partition keys of a list's rows in the order of one column, without reading the rows. `beginsWith` selects
 * rows by the beginning of their value in that column (in the form of `sortText`).
 */
export async function* rowKeysOfList<Row>(
  list: List<Row>,
  column: string,
  beginsWith?: string,
): AsyncGenerator<string> {
  for await (const { pk } of rowPositionsOfList(list, column, beginsWith)) yield pk;
}

/** Yields row keys like `rowKeysOfList`, each with its column value in the form of `sortText`, without the tiebreaker. */
export async function* rowPositionsOfList<Row>(
  list: List<Row>,
  column: string,
  beginsWith?: string,
): AsyncGenerator<{ pk: string; value: string }> {
  const columnIndex = list.columns.indexOf(column) + 1;
  if (columnIndex === 0) throw new Error(`${list.name} has no column ${column}`);
  let after: QueryCommandOutput['LastEvaluatedKey'];
  do {
    const page: QueryCommandOutput = await queryIndex(list.name, columnIndex, {
      ProjectionExpression: 'pk, #column',
      beginsWith,
      ExclusiveStartKey: after,
    });
    for (const item of page.Items ?? []) {
      const text = String(item[`s${columnIndex}`] ?? '');
      const pk = String(item.pk);
      yield { pk, value: text.slice(0, Math.max(0, text.lastIndexOf(`#${pk}|`))).trimEnd() };
    }
    after = page.LastEvaluatedKey;
  } while (after);
}
