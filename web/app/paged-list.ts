import { useEffect } from 'react';
import type { ClientRequest, Endpoint, ResponseOf } from '../../shared/endpoint.ts';
import type { Page } from '../../shared/page.ts';
import type { FailedStateProps } from '../ui/states.tsx';
import { pageSizes, type Paging } from '../ui/TableFoot.tsx';
import { useAddress } from './address.ts';
import { usePages } from './list-pages.ts';

type RowOf<Row extends Endpoint> = ResponseOf<Row> extends Page<infer Item> ? Item : never;

export interface PagedList<Row, First = unknown> {
  rows: Row[];
  first: First | undefined;
  loading: boolean;
  error: unknown;
  retrying: boolean;
  failed: FailedStateProps | undefined;
  reload: () => void;
  totalCount: number | null;
  /** Always false: pages are selected by number. */
  hasMore: false;
  paging: Paging;
}

/**
 * Loads one page of a list; page and size are in the address. Loaded pages are cached, so that the next page needs one
 * request and the previous one none.
 *
 * @param request without page, size, and cursor; a different request starts at page 1 (`firstPage`)
 */
export function usePagedList<Row extends Endpoint>(
  endpoint: Row,
  request: { query?: Record<string, unknown> } | null,
): PagedList<RowOf<Row>, ResponseOf<Row>> {
  const [{ page: pageParam, size }, change] = useAddress('page', 'size');
  const pageSize = pageSizes.find((allowed) => String(allowed) === size) ?? pageSizes[0];
  const requested = Math.max(1, Math.floor(Number(pageParam)) || 1);
  const paged = request && { ...request, query: { ...request.query, pageSize } };
  const list = usePages(endpoint, paged as unknown as ClientRequest<Row> | null, requested);
  const pages = list.pages as unknown as readonly Page<RowOf<Row>>[];
  const { hasMore, onMore } = list;
  const needsMore = pages.length > 0 && pages.length < requested && hasMore && list.moreError === undefined;
  useEffect(() => {
    if (needsMore) onMore();
  }, [needsMore, onMore]);
  // a page number after the last page shows the last page
  const page = pages.length > 0 && !hasMore ? Math.min(requested, pages.length) : requested;
  const current = pages[page - 1];
  const total = pages[0]?.totalCount ?? null;
  const error = current ? undefined : (list.error ?? list.moreError);
  const retrying = list.retrying || list.loadingMore;
  return {
    rows: current?.items ?? [],
    loading: list.loading || (!current && !error && pages.length > 0),
    error,
    retrying,
    failed: error ? { error, onRetry: pages.length > 0 ? onMore : list.reload, retrying } : undefined,
    reload: list.reload,
    first: list.pages[0],
    totalCount: total,
    hasMore: false,
    paging: {
      page,
      pageSize,
      total,
      visibleCount: current?.items.length ?? 0,
      hasNext: Boolean(current?.nextCursor),
      onPage: (next) => change({ page: next > 1 ? String(next) : undefined }),
      onPageSize: (next) => change({ ...firstPage, size: next === pageSizes[0] ? undefined : String(next) }),
    },
  };
}

export const firstPage = { page: undefined };
