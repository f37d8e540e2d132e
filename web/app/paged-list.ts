import { useEffect } from 'react';
import useSWRInfinite from 'swr/infinite';
import type { ClientRequest, Endpoint, ResponseOf } from '../../shared/endpoint.ts';
import type { Page } from '../../shared/page.ts';
import type { FailedStateProps } from '../ui/states.tsx';
import { pageSizes, type Paging } from '../ui/TableFoot.tsx';
import { useAddress } from './address.ts';
import { addressOf, callApi } from './api.ts';
import { useReader } from './read-again.ts';
import { useReadAfterSignIn } from './read-after-sign-in.ts';

type RowOf<Row extends Endpoint> = ResponseOf<Row> extends Page<infer One> ? One : never;

export interface PagedList<Row, First = unknown> {
  rows: Row[];
  /** The first page whole, for what a response says beside its rows. */
  first: First | undefined;
  loading: boolean;
  error: unknown;
  retrying: boolean;
  /** Of the page that is asked for. */
  failed: FailedStateProps | undefined;
  reload: () => void;
  totalCount: number | null;
  /** Another page is asked for by its number. */
  hasMore: false;
  paging: Paging;
}

/**
 * Reads one page of a list; page and size are in the address. The way to a page is the server's cursors from the first
 * page on, which are kept: one page forward or back costs one call at most.
 *
 * @param request without page, size and cursor; another one than before begins at page 1 (`firstPage`)
 */
export function usePagedList<Row extends Endpoint>(
  endpoint: Row,
  request: { query?: Record<string, unknown> },
): PagedList<RowOf<Row>, ResponseOf<Row>> {
  const [{ page: asked, size }, change] = useAddress('page', 'size');
  const pageSize = pageSizes.find((one) => String(one) === size) ?? pageSizes[0];
  const wanted = Math.max(1, Math.floor(Number(asked)) || 1);
  const pages = useSWRInfinite<Page<RowOf<Row>>, unknown>(
    (index: number, before: Page<RowOf<Row>> | null) => {
      if (before && !before.nextCursor) return null;
      const query = { ...request.query, pageSize, cursor: before?.nextCursor ?? undefined };
      return `PAGE ${index} ${addressOf(endpoint, { ...request, query })}`;
    },
    async (key: string) => {
      const query = { ...request.query, pageSize, cursor: cursorOf(key) };
      const answer = await callApi(endpoint, { ...request, query } as unknown as ClientRequest<Row>);
      return answer as unknown as Page<RowOf<Row>>;
    },
    {
      initialSize: wanted,
      revalidateFirstPage: false,
      revalidateOnMount: true,
      revalidateOnFocus: false,
      shouldRetryOnError: false,
      dedupingInterval: 0,
    },
  );
  useReader(endpoint, `PAGE ${addressOf(endpoint, request)}`, pages.mutate);
  useReadAfterSignIn(pages.error, pages.mutate);
  const { setSize } = pages;
  useEffect(() => void setSize(wanted), [setSize, wanted]);
  const loaded = pages.data ?? [];
  // an address that names a page behind the last shows the last
  const isEnd = loaded.length > 0 && !loaded.at(-1)?.nextCursor;
  const page = isEnd ? Math.min(wanted, loaded.length) : wanted;
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

/** What a table takes to show that a page is being read, or could not be. */
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

/** The cursor in the address that a page's key ends in. */
const cursorOf = (key: string): string | undefined =>
  new URL(key.split(' ')[2] ?? '', window.location.origin).searchParams.get('cursor') ?? undefined;

/** Put beside a changed search or sort: the list begins again. */
export const firstPage = { page: undefined };
