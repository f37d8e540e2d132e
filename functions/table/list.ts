import type { QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod';
import { pageSize as defaultPageSize, type Page } from '../../shared/page.ts';
import { Refusal } from '../../shared/refusal.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { normalized, type Entity } from './entity.ts';
import { countKeys, keys, type Key } from './keys.ts';
import { indexName } from './list-indexes.ts';
import { queryIndex } from './query-index.ts';
import { querySearch } from './search-query.ts';
import { searchText } from './search-text.ts';
import { parseRow } from './table.ts';
import { getItems } from './batch-get-items.ts';
import type { AnySchema } from '../../shared/schema.ts';

/** A user's query of a list (shared/page.ts `pageQuery`). */
export interface ListQuery {
  sortBy?: string;
  sortOrder?: 'asc' | 'desc';
  filter?: string;
  page?: number;
  pageSize?: number;
  cursor?: string;
  /** Restricts the list to values of the sort column with this beginning, such as one owner's part. */
  beginsWith?: string;
}

export interface List<Row> {
  name: string;
  /** Sortable columns in the order passed to `sortsBy`; the first is the default. */
  columns: readonly string[];
  /** Parses a stored item of the list; a list can contain several kinds of rows. */
  read: (item: Record<string, unknown>) => Row;
}

/** Declares a list with one kind of rows. */
export const listOf = <Schema extends AnySchema>(
  name: string,
  columns: readonly string[],
  entity: Entity<Schema>,
): List<z.output<Schema>> => ({ name, columns, read: (item) => parseRow<Entity<Schema>>(entity, item) });

/** Refuses a page after the first without a cursor. */
export function requireCursor({ page = 1, cursor }: Pick<ListQuery, 'page' | 'cursor'>): void {
  if (page > 1 && !cursor)
    throw new Refusal('invalid', 'Pages after the first require the cursor of the previous page.', 'cursor');
}

/** Returns one page of a list with one query for the keys and one batch read, at any size. */
export async function pageOfList<Row>(list: List<Row>, query: ListQuery): Promise<Page<Row>> {
  requireCursor(query);
  const isSearch = (query.filter ?? '').trim() !== '';
  const matchingKeys = isSearch
    ? await searched(list, searchText(query.filter ?? ''), query)
    : await sorted(list, query);
  // the counter is read in the same batch
  const { pk: counter } = keys.count(list.name);
  const items = await getItems(
    isSearch ? matchingKeys.keys : [...matchingKeys.keys, ...countKeys(list.name)],
  );
  const rows = items.filter(({ pk }) => pk !== counter);
  const counts = items.filter(({ pk }) => pk === counter);
  // parts of a list are counted by their owner
  const totalCount =
    query.beginsWith !== undefined
      ? null
      : !isSearch
        ? sumOf(counts)
        : matchingKeys.next || query.cursor
          ? null
          : rows.length;
  return { items: rows.map(list.read), totalCount, nextCursor: matchingKeys.next };
}

/** Returns the number of rows of a list from its counter. */
export async function countOf(list: string): Promise<number> {
  return sumOf(await getItems(countKeys(list)));
}

const sumOf = (counters: readonly Record<string, unknown>[]): number =>
  counters.reduce((sum, { n }) => sum + Number(n ?? 0), 0);

interface MatchingKeys {
  keys: Key[];
  next: string | null;
}

async function sorted<Row>(list: List<Row>, query: ListQuery): Promise<MatchingKeys> {
  const column = query.sortBy ? list.columns.indexOf(query.sortBy) : 0;
  if (column < 0) throw new Refusal('invalid', 'This list cannot be sorted by this column.', 'sortBy');
  const index = indexName(column + 1);
  const backwards = query.sortOrder === 'desc';
  const begins = query.beginsWith === undefined ? undefined : normalized(query.beginsWith);
  const { Items = [], LastEvaluatedKey } = await queryIndex(list.name, column + 1, {
    beginsWith: begins,
    ScanIndexForward: !backwards,
    Limit: query.pageSize ?? defaultPageSize,
    ExclusiveStartKey: query.cursor
      ? decodeCursor(query.cursor, index, backwards, ['list', list.name])
      : undefined,
  });
  return {
    keys: Items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })),
    next: LastEvaluatedKey ? encodeCursor(index, backwards, LastEvaluatedKey) : null,
  };
}

/**
 * Returns a page of search results; it is full unless it is the last one. Entries of a row that was already returned are
 * skipped. They are rare, so three pages are read at first and more only if necessary.
 */
async function searched<Row>(list: List<Row>, search: string, query: ListQuery): Promise<MatchingKeys> {
  const { pk } = keys.search(list.name, '', '');
  const size = query.pageSize ?? defaultPageSize;
  const entries: Record<string, unknown>[] = [];
  let after = query.cursor ? decodeCursor(query.cursor, 'search', false, ['pk', pk]) : undefined;
  if (search === '') return { keys: [], next: null };
  for (let limit: number | undefined = 3 * size; ; limit = undefined) {
    const { Items = [], LastEvaluatedKey } = await querySearch(list.name, search, {
      Limit: limit,
      ExclusiveStartKey: after,
    });
    entries.push(...Items);
    after = LastEvaluatedKey as Record<string, string> | undefined;
    if (!after || entries.length >= size) break;
  }
  const page = entries.slice(0, size);
  const last = page.at(-1);
  const goesOn = last !== undefined && (entries.length > size || after !== undefined);
  return {
    keys: page.map(({ of }) => of as Key),
    next: goesOn ? encodeCursor('search', false, { pk, sk: last.sk }) : null,
  };
}

/**
 * Yields all rows of a list in pages, in the order of one column, for jobs and bank files. `beginsWith` selects rows by
 * the beginning of their column value (in the form of `sortText`); `after` continues after a page's cursor.
 */
export async function* pagesOfList<Row>(
  list: List<Row>,
  column: string,
  options: { beginsWith?: string; after?: string; pageSize?: number } = {},
): AsyncGenerator<{ rows: Row[]; cursor: string | null }> {
  const columnIndex = list.columns.indexOf(column) + 1;
  if (columnIndex === 0) throw new Error(`${list.name} has no column ${column}`);
  const index = indexName(columnIndex);
  let cursor: string | null = options.after ?? null;
  do {
    const { Items = [], LastEvaluatedKey }: QueryCommandOutput = await queryIndex(list.name, columnIndex, {
      beginsWith: options.beginsWith,
      Limit: options.pageSize ?? 100,
      ExclusiveStartKey: cursor ? decodeCursor(cursor, index, false, ['list', list.name]) : undefined,
    });
    const rows = await getItems(Items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })));
    cursor = LastEvaluatedKey ? encodeCursor(index, false, LastEvaluatedKey) : null;
    yield { rows: rows.map(list.read), cursor };
  } while (cursor);
}

/** Yields all rows that a search finds in pages, in the order of the search. */
export async function* pagesOfSearch<Row>(
  list: List<Row>,
  filter: string,
  { after }: { after?: string },
): AsyncGenerator<{ rows: Row[]; cursor: string | null }> {
  let cursor = after;
  do {
    const { items, nextCursor } = await pageOfList(list, {
      filter,
      pageSize: 100,
      ...(cursor && { cursor }),
    });
    yield { rows: items, cursor: nextCursor };
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}
