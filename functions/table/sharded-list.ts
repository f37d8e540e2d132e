import { getItems } from './batch-get-items.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import type { List } from './list.ts';
import { indexName } from './list-indexes.ts';
import { queryIndex } from './query-index.ts';

/** Rows read from each shard for a page, as a part of the page. */
const partOfPage = 8;

/**
 * Returns a page of a list stored in several partitions, which avoids a busy one, in the order of its first column. One
 * round trip queries all shards, a second one reads the rows. A page ends where the first shard's part ends, so it has at
 * least an eighth of `pageSize` rows unless it is the last one.
 *
 * @param list with the name of the first shard, to which cursors belong
 * @param shards names of the other shards
 */
export async function pageOfShards<Row>(
  list: List<Row>,
  shards: readonly string[],
  { after, pageSize }: { after: string | null; pageSize: number },
): Promise<{ rows: Row[]; cursor: string | null }> {
  const index = indexName(1);
  const start = after === null ? undefined : decodeCursor(after, index, false, ['list', list.name]);
  const parts = await Promise.all(
    [list.name, ...shards].map((name) =>
      queryIndex(name, 1, {
        Limit: Math.ceil(pageSize / partOfPage),
        ExclusiveStartKey: start && { ...start, list: name },
      }),
    ),
  );
  const byText = (left: Record<string, unknown>, right: Record<string, unknown>) =>
    String(left.s1) < String(right.s1) ? -1 : 1;
  const [end] = parts.flatMap(({ LastEvaluatedKey }) => LastEvaluatedKey ?? []).toSorted(byText);
  const items = parts
    .flatMap(({ Items = [] }) => Items)
    .filter(({ s1 }) => end === undefined || String(s1) <= String(end.s1))
    .toSorted(byText);
  const rows = await getItems(items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })));
  return {
    rows: rows.map(list.read),
    cursor: end === undefined ? null : encodeCursor(index, false, { ...end, list: list.name }),
  };
}
