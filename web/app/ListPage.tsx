import type { ClientRequest, Endpoint, ResponseOf } from '../../shared/endpoint.ts';
import type { Page } from '../../shared/page.ts';
import { isSearchable, notSearchable } from '../../shared/query.ts';
import type { Column, SortOrder } from '../ui/TableHead.tsx';
import { useAddress } from './address.ts';
import { firstPage, type PagedList, usePagedList } from './paged-list.ts';
import type { ReactNode } from 'react';
import type { IconName } from '../ui/Icon.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { EmptyState, FailedState, type FailedStateProps } from '../ui/states.tsx';
import { Table, type TableProps } from '../ui/Table.tsx';
import { type List, useList } from './data.ts';
import { DownloadButton, type Download } from './DownloadButton.tsx';

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

interface Sorting<Row extends Endpoint> {
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

type Sort<Row extends Endpoint> = ReturnType<typeof useSort<Row>>;

interface SearchRules {
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

type ListOf<Row extends Endpoint> = List<RowOf<Row>, ResponseOf<Row>>;
type PagedListOf<Row extends Endpoint> = PagedList<RowOf<Row>, ResponseOf<Row>>;
type Rows<Row extends Endpoint> = ListOf<Row> | PagedListOf<Row>;
type PartOf<Row extends Endpoint, Part> = Part | ((list: Rows<Row>) => Part);

interface Search extends SearchRules {
  label: string;
  /** Search results have their own order: 'unsorted' shows no sorted column, 'disabled' turns sorting off. */
  order?: 'unsorted' | 'disabled';
}

interface Empty {
  icon?: IconName;
  title?: string;
  /** Explains the empty list. */
  text: string;
  action?: ReactNode;
  searched?: { title?: string; text: string } | undefined;
}

export interface ListPageProps<Row extends Endpoint> extends Sorting<Row> {
  endpoint: Row;
  /** The list request; null while it is not known yet. */
  request: ListRequest<Row> | null;
  title?: string;
  lead?: PartOf<Row, ReactNode>;
  actions?: ReactNode;
  download?: Download | null;
  caption?: string;
  rowKey: (row: RowOf<Row>) => string;
  search?: Search;
  filters?: ReactNode;
  isFiltered?: boolean;
  above?: ReactNode;
  below?: ReactNode;
  renderBelow?: (list: Rows<Row>) => ReactNode;
  renderBetween?: (list: Rows<Row>) => ReactNode;
  empty: Empty;
  failed?: FailedStateProps | undefined;
  table?: PartOf<Row, Partial<TableProps<RowOf<Row>>>>;
}

/** A list page with infinite scrolling; its state is in the address. */
export function ListPage<Row extends Endpoint>(props: ListPageProps<Row>) {
  const state = useListState(props);
  const list = useList(props.endpoint, state.request as never) as ListOf<Row>;
  return <ListFrame {...props} state={state} list={list} />;
}

/** Like `ListPage`, but with numbered pages. */
export function PagedListPage<Row extends Endpoint>(props: ListPageProps<Row>) {
  const state = useListState(props);
  const list = usePagedList(props.endpoint, state.request) as PagedListOf<Row>;
  return <ListFrame {...props} state={state} list={list} />;
}

function useListState<Row extends Endpoint>({ search, request, ...sorting }: ListPageProps<Row>) {
  const searching = useSearch(search);
  const sort = useSort<Row>(sorting);
  const filter = search && searching.filter !== '' ? { filter: searching.filter } : {};
  const whole =
    request && searching.isFindable
      ? { ...request, query: { ...request.query, ...filter, ...sort.query } }
      : null;
  return { ...searching, sort, request: whole as (ClientRequest<Row> & { query: object }) | null };
}

interface FrameProps<Row extends Endpoint> extends ListPageProps<Row> {
  state: ReturnType<typeof useListState<Row>>;
  list: Rows<Row>;
}

const partOf = <Row extends Endpoint, Part>(part: PartOf<Row, Part>, list: Rows<Row>): Part =>
  typeof part === 'function' ? (part as (list: Rows<Row>) => Part)(list) : part;

function ListFrame<Row extends Endpoint>({ state, list, ...props }: FrameProps<Row>) {
  const { title, caption = title ?? '', search, failed, download } = props;
  // a download without the search contains more than the page shows
  const isWhole = state.filter !== '' && !('filter' in (download?.request.query ?? {}));
  const save = download !== undefined && (
    <DownloadButton
      of={list.rows.length > 0 ? download : null}
      label={isWhole ? 'Download all' : 'Download'}
    />
  );
  return (
    <>
      {title && (
        <PageHeading
          title={title}
          lead={partOf(props.lead, list)}
          actions={
            <>
              {save}
              {props.actions}
            </>
          }
        />
      )}
      {props.above}
      <Bar filters={props.filters} end={!title && save}>
        {search && <SearchBox label={search.label} value={state.filter} onChange={state.onSearch} />}
      </Bar>
      {props.renderBetween?.(list)}
      {failed ? (
        <FailedState {...failed} />
      ) : (
        <Table
          {...list}
          loading={list.loading || props.request === null}
          caption={caption}
          captionHidden
          columns={props.columns}
          rowKey={props.rowKey}
          {...visibleSort(state.sort, search, state.filter)}
          empty={<EmptyList {...props} filter={state.filter} isFindable={state.isFindable} />}
          {...partOf(props.table ?? {}, list)}
        />
      )}
      {props.below}
      {props.renderBelow?.(list)}
    </>
  );
}

const Bar = ({ children, filters, end }: { children: ReactNode; filters: ReactNode; end: ReactNode }) =>
  filters || end ? (
    <div className="list-bar">
      {children}
      {filters}
      {end}
    </div>
  ) : (
    children
  );

function visibleSort(sort: Sort<Endpoint>, search: Search | undefined, filter: string) {
  const isSearched = search?.order !== undefined && filter !== '';
  return {
    onSort: sort.onSort,
    sortBy: isSearched ? undefined : sort.sortBy,
    sortOrder: sort.sortOrder,
    sortDisabled: isSearched && search.order === 'disabled',
  };
}

interface NothingProps {
  empty: Empty;
  filter: string;
  isFindable: boolean;
  isFiltered?: boolean;
}

function EmptyList({ empty, filter, isFindable, isFiltered = false }: NothingProps) {
  const { icon, title = 'No data found', text, action, searched } = empty;
  const isSearched = filter !== '' || isFiltered;
  return (
    <EmptyState
      icon={icon}
      title={(isSearched && searched?.title) || title}
      text={!isFindable ? notSearchable : isSearched ? (searched?.text ?? 'No matches.') : text}
      action={isSearched ? undefined : action}
    />
  );
}
