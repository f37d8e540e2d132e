import type { ClientRequest, Endpoint, ResponseOf } from '../../shared/endpoint.ts';
import type { Page } from '../../shared/page.ts';
import { canBeFound } from '../../shared/search.ts';
import type { Column, SortOrder } from '../ui/table-column.tsx';
import { useAddress } from './address.ts';
import { firstPage } from './paged-list.ts';

/** One row of an endpoint's list. */
export type RowOf<Row extends Endpoint> =
  ResponseOf<Row> extends Page<infer One> ? (One extends object ? One : never) : never;

type QueryOf<Row extends Endpoint> = ClientRequest<Row> extends { query: infer Query } ? Query : object;

/** What an endpoint's list can be sorted by. */
export type SortOf<Row extends Endpoint> =
  QueryOf<Row> extends { sortBy?: infer SortBy } ? Extract<SortBy, string> : never;

/** A column of an endpoint's list: it can be sorted by what the endpoint sorts by, and by nothing else. */
export type ListColumn<Row extends Endpoint> =
  | (Column<RowOf<Row>> & { sortable: true; key: SortOf<Row> })
  | (Column<RowOf<Row>> & { sortable?: false });

/** What the address gives is not asked for: search, sort and place in the list. */
type FromAddress = 'filter' | 'sortBy' | 'sortOrder' | 'cursor' | 'page' | 'pageSize';
type Further<Row extends Endpoint> = Omit<QueryOf<Row>, FromAddress>;

/** Which list an endpoint is asked for, beside what the address says. */
export type ListRequest<Row extends Endpoint> = (ClientRequest<Row> extends { params: infer Params }
  ? { params: Params }
  : { params?: undefined }) &
  (object extends Further<Row> ? { query?: Further<Row> } : { query: Further<Row> });

export interface Sorting<Row extends Endpoint> {
  columns: readonly ListColumn<Row>[];
  /** The order before anyone chooses one. */
  usual?: SortOf<Row>;
  usualOrder?: SortOrder;
}

/** Sort column and order of a list, kept in the address; the columns say what can be sorted by. */
export function useSort<Row extends Endpoint>({ columns, usual, usualOrder = 'asc' }: Sorting<Row>) {
  const [{ sortBy, sortOrder }, change] = useAddress('sortBy', 'sortOrder');
  const chosen = columns.find(({ key, sortable }) => sortable && key === sortBy)?.key as
    | SortOf<Row>
    | undefined;
  const order: SortOrder =
    chosen === undefined ? usualOrder : sortOrder === 'asc' || sortOrder === 'desc' ? sortOrder : 'asc';
  const sorted = chosen ?? usual;
  return {
    query: sorted === undefined ? {} : { sortBy: sorted, sortOrder: order },
    sortBy: sorted,
    sortOrder: order,
    onSort: (by: string, next: SortOrder) => change({ ...firstPage, sortBy: by, sortOrder: next }),
  };
}

export type Sort<Row extends Endpoint> = ReturnType<typeof useSort<Row>>;

export interface SearchRules {
  /** Only letters and digits can match: another text is not asked for. */
  wordsOnly?: boolean;
  /** Filters in the address that a search puts aside. */
  clears?: readonly string[];
}

/** The search of a list, kept in the address. */
export function useSearch({ wordsOnly = false, clears = [] }: SearchRules = {}) {
  const [{ filter = '' }, change] = useAddress('filter');
  return {
    filter,
    /** Can anything match? */
    isFindable: !wordsOnly || canBeFound(filter),
    onSearch: (text: string) =>
      change({ ...Object.fromEntries(clears.map((name) => [name, undefined])), ...firstPage, filter: text }),
  };
}
