import { useEffect } from 'react';
import useSWRInfinite from 'swr/infinite';
import type { ClientRequest, Endpoint, ResponseOf } from '../../shared/endpoint.ts';
import type { Page } from '../../shared/page.ts';
import type { FailedStateProps } from '../ui/states.tsx';
import { pageSizes, type Paging } from '../ui/TableFoot.tsx';
import { useAddress } from './address.ts';
import { addressOf, callApi } from './api.ts';
import { useReader, useRefetchAfterSignIn } from './refetch.ts';

type RowOf<Row extends Endpoint> = ResponseOf<Row> extends Page<infer One> ? One : never;

export interface PagedList<Row, First = unknown> {
  rows: Row[];
  /** The first response, for its fields other than the rows. */
  first: First | undefined;
  loading: boolean;
  error: unknown;
  retrying: boolean;
  /** Error of the current page. */
  failed: FailedStateProps | undefined;
  reload: () => void;
  totalCount: number | null;
  /** Always false: pages are selected by number. */
  hasMore: false;
  paging: Paging;
}

/**
 * Loads one page of a list; page and size are in the address. The cursors of earlier pages are cached, so that the next
 * or the previous page needs at most one request.
 *
 * @param request without page, size, and cursor; a different request starts at page 1 (`firstPage`)
 */
export function usePagedList<Row extends Endpoint>(
  endpoint: Row,
  request: { query?: Record<string, unknown> },
): PagedList<RowOf<Row>, ResponseOf<Row>> {
  const [{ page: pageParam, size }, change] = useAddress('page', 'size');
  const pageSize = pageSizes.find((allowed) => String(allowed) === size) ?? pageSizes[0];
  const requested = Math.max(1, Math.floor(Number(pageParam)) || 1);
  const pages = useSWRInfinite<Page<RowOf<Row>>, unknown>(
    (index: number, before: Page<RowOf<Row>> | null) => {
      if (before && !before.nextCursor) return null;
      const query = { ...request.query, pageSize, cursor: before?.nextCursor ?? undefined };
      return `PAGE ${index} ${addressOf(endpoint, { ...request, query })}`;
    },
    async (key: string) => {
      const query = { ...request.query, pageSize, cursor: cursorOf(key) };
      const response = await callApi(endpoint, { ...request, query } as unknown as ClientRequest<Row>);
      return response as unknown as Page<RowOf<Row>>;
    },
    {
      initialSize: requested,
      revalidateFirstPage: false,
      revalidateOnMount: true,
      revalidateOnFocus: false,
      shouldRetryOnError: false,
      dedupingInterval: 0,
    },
  );
  useReader(endpoint, `PAGE ${addressOf(endpoint, request)}`, pages.mutate);
  useRefetchAfterSignIn(pages.error, pages.mutate);
  const { setSize } = pages;
  useEffect(() => void setSize(requested), [setSize, requested]);
  const loaded = pages.data ?? [];
  // a page number after the last page shows the last page
  const isEnd = loaded.length > 0 && !loaded.at(-1)?.nextCursor;
  const page = isEnd ? Math.min(requested, loaded.length) : requested;
  const shown = loaded[page - 1];
  const total = loaded[0]?.totalCount ?? null;
  return {
    rows: shown?.items ?? [],
    ...stateOf(pages, shown !== undefined),
    first: loaded[0] as ResponseOf<Row> | undefined,
    totalCount: total,
    hasMore: false,
    paging: {
      page,
      pageSize,
      total,
      shown: shown?.items.length ?? 0,
      hasNext: Boolean(shown?.nextCursor),
      onPage: (next) => change({ page: next > 1 ? String(next) : undefined }),
      onPageSize: (next) => change({ ...firstPage, size: next === pageSizes[0] ? undefined : String(next) }),
    },
  };
}

interface Reading {
  error: unknown;
  isValidating: boolean;
  mutate: () => Promise<unknown>;
}

/** Returns the table props for a page that is loading or failed. */
function stateOf(pages: Reading, isShown: boolean) {
  const error = isShown ? undefined : pages.error;
  const retrying = pages.isValidating;
  const reload = () => void pages.mutate();
  return {
    loading: !isShown && !error,
    error,
    retrying,
    failed: error ? { error, onRetry: reload, retrying } : undefined,
    reload,
  };
}

/** Returns the cursor at the end of a page's key. */
const cursorOf = (key: string): string | undefined =>
  new URL(key.split(' ')[2] ?? '', window.location.origin).searchParams.get('cursor') ?? undefined;

/** Address change that returns to the first page, for a changed search or sort order. */
export const firstPage = { page: undefined };
