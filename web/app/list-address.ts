import type { ClientRequest, Endpoint, ResponseOf } from '../../shared/endpoint.ts';
import type { Page } from '../../shared/page.ts';
import { isSearchable } from '../../shared/search.ts';
import type { Column, SortOrder } from '../ui/table-column.tsx';
import { useAddress } from './address.ts';
import { firstPage } from './paged-list.ts';

export type RowOf<Row extends Endpoint> =
  ResponseOf<Row> extends Page<infer Item> ? (Item extends object ? Item : never) : never;

type QueryOf<Row extends Endpoint> = ClientRequest<Row> extends { query: infer Query } ? Query : object;

export type SortOf<Row extends Endpoint> =
  QueryOf<Row> extends { sortBy?: infer SortBy } ? Extract<SortBy, string> : never;

/** A column of an endpoint's list; it is sortable only by the endpoint's sort keys. */
export type ListColumn<Row extends Endpoint> =
  | (Column<RowOf<Row>> & { sortable: true; key: SortOf<Row> })
  | (Column<RowOf<Row>> & { sortable?: false });

type AddressQuery = 'filter' | 'sortBy' | 'sortOrder' | 'cursor' | 'page' | 'pageSize';
type OwnQuery<Row extends Endpoint> = Omit<QueryOf<Row>, AddressQuery>;

/** The list request without the fields from the address. */
export type ListRequest<Row extends Endpoint> = (ClientRequest<Row> extends { params: infer Params }
  ? { params: Params }
  : { params?: undefined }) &
  (object extends OwnQuery<Row> ? { query?: OwnQuery<Row> } : { query: OwnQuery<Row> });

export interface Sorting<Row extends Endpoint> {
  columns: readonly ListColumn<Row>[];
  defaultSort?: SortOf<Row>;
  defaultOrder?: SortOrder;
}

export function useSort<Row extends Endpoint>({ columns, defaultSort, defaultOrder = 'asc' }: Sorting<Row>) {
  const [{ sortBy, sortOrder }, change] = useAddress('sortBy', 'sortOrder');
  const chosen = columns.find(({ key, sortable }) => sortable && key === sortBy)?.key as
    | SortOf<Row>
    | undefined;
  const order: SortOrder =
    chosen === undefined ? defaultOrder : sortOrder === 'asc' || sortOrder === 'desc' ? sortOrder : 'asc';
  const sorted = chosen ?? defaultSort;
  return {
    query: sorted === undefined ? {} : { sortBy: sorted, sortOrder: order },
    sortBy: sorted,
    sortOrder: order,
    onSort: (by: string, next: SortOrder) => change({ ...firstPage, sortBy: by, sortOrder: next }),
  };
}

export type Sort<Row extends Endpoint> = ReturnType<typeof useSort<Row>>;

export interface SearchRules {
  /** Sends no request for text without letters and digits, which cannot match. */
  wordsOnly?: boolean;
  clears?: readonly string[];
}

export function useSearch({ wordsOnly = false, clears = [] }: SearchRules = {}) {
  const [{ filter = '' }, change] = useAddress('filter');
  return {
    filter,
    /** False if the search text cannot match anything. */
    isFindable: !wordsOnly || isSearchable(filter),
    onSearch: (text: string) =>
      change({ ...Object.fromEntries(clears.map((name) => [name, undefined])), ...firstPage, filter: text }),
  };
}
