import type { QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import type { List } from './list.ts';
import { queryIndex } from './query-index.ts';
import { querySearch } from './search-query.ts';
import { searchText } from './search-text.ts';

type Key = QueryCommandOutput['LastEvaluatedKey'];

/** Counts the rows of a list by the beginning of one column (in the form of `sortText`), in the index only. */
export async function countOfPart<Row>(list: List<Row>, column: string, beginsWith: string): Promise<number> {
  const columnIndex = list.columns.indexOf(column) + 1;
  if (columnIndex === 0) throw new Error(`${list.name} has no column ${column}`);
  return countPages((ExclusiveStartKey) =>
    queryIndex(list.name, columnIndex, { Select: 'COUNT', beginsWith, ExclusiveStartKey }),
  );
}

/** Counts the rows that a search finds, in the search entries only. */
export async function countOfSearch(list: string, text: string): Promise<number> {
  const search = searchText(text);
  if (search === '') return 0;
  return countPages((ExclusiveStartKey) => querySearch(list, search, { Select: 'COUNT', ExclusiveStartKey }));
}

async function countPages(query: (after: Key) => Promise<QueryCommandOutput>): Promise<number> {
  let count = 0;
  let after: Key;
  do {
    const page = await query(after);
    count += page.Count ?? 0;
    after = page.LastEvaluatedKey;
  } while (after);
  return count;
}

/** Yields the partition keys of the rows that a search finds, once per matching word. */
export async function* searchedKeys(list: string, text: string): AsyncGenerator<string> {
  const search = searchText(text);
  let after: Key;
  do {
    if (search === '') return;
    const page: QueryCommandOutput = await querySearch(list, search, {
      ProjectionExpression: '#of',
      ExpressionAttributeNames: { '#of': 'of' },
      ExclusiveStartKey: after,
    });
    for (const { of } of page.Items ?? []) yield (of as { pk: string }).pk;
    after = page.LastEvaluatedKey;
  } while (after);
}
