import { useEffect, useRef } from 'react';
import useSWRInfinite from 'swr/infinite';
import type { ClientRequest, Endpoint, ResponseOf } from '../../shared/endpoint.ts';
import { addressOf, callApi } from './api.ts';
import { useReader } from './read-again.ts';
import { useReadAfterSignIn } from './read-after-sign-in.ts';

// Who comes back to a page sees what changed meanwhile, however quickly they come back; what several parts of a page
// read at once is still one request.
export const readOnEachVisit = {
  dedupingInterval: 0,
  revalidateOnFocus: false,
  shouldRetryOnError: false,
} as const;

/** The responses so far, in order, and what a table takes to go on and to show a failure. */
export interface Pages<Response> {
  pages: readonly Response[];
  loading: boolean;
  /** Of the first response: a later one leaves what is shown. */
  error: unknown;
  retrying: boolean;
  /** What a table shows in place of rows when the first response failed. */
  failed: { error: unknown; onRetry: () => void; retrying: boolean } | undefined;
  hasMore: boolean;
  loadingMore: boolean;
  onMore: () => void;
  reload: () => void;
}

/** The same each time: a list that is not there yet is no other list at every drawing. */
const noPages: readonly never[] = [];

interface LooseRequest {
  query?: Record<string, unknown>;
  params?: Record<string, unknown>;
}

/** Reads an endpoint that responds in parts, following the server's cursor; null as the request reads nothing yet. */
export function usePages<Row extends Endpoint>(
  endpoint: Row,
  request: ClientRequest<Row> | null,
): Pages<ResponseOf<Row>> {
  type Part = ResponseOf<Row> & { nextCursor?: string | null };
  const loose = request as LooseRequest | null;
  const address = loose && addressOf(endpoint, loose);
  const pages = useSWRInfinite<Part, unknown>(
    (index: number, before: Part | null) => {
      if (!loose || (before && !before.nextCursor)) return null;
      // asked for each page that is there whenever one comes: the address itself is made once
      return `LIST ${index} ${address} ${before?.nextCursor ?? ''}`;
    },
    async (key: string) => {
      const [, , , cursor] = key.split(' ');
      const query = { ...loose?.query, cursor: cursor || undefined };
      return (await callApi(endpoint, { ...loose, query } as never)) as Part;
    },
    { ...readOnEachVisit, revalidateFirstPage: false, revalidateIfStale: false, compare: isSameList },
  );
  useReadOnVisit(address, pages.data !== undefined, pages.mutate);
  useReader(endpoint, address && `LIST ${address}`, pages.mutate);
  useReadAfterSignIn(pages.error, pages.mutate);
  const loaded = pages.data ?? noPages;
  const error = loaded.length === 0 ? pages.error : undefined;
  const reload = () => void pages.mutate();
  return {
    pages: loaded,
    loading: pages.isLoading,
    error,
    retrying: pages.isValidating,
    failed: error ? { error, onRetry: reload, retrying: pages.isValidating } : undefined,
    hasMore: Boolean(loaded.at(-1)?.nextCursor),
    loadingMore: pages.isValidating && pages.size > loaded.length,
    onMore: () => void pages.setSize((size) => size + 1),
    reload,
  };
}

/** Pages are the same when they were read by the same call; their text is not compared, however many there are. */
const isSameList = (one: unknown, other: unknown): boolean =>
  one === other ||
  (Array.isArray(one) &&
    Array.isArray(other) &&
    one.length === other.length &&
    one.every((page, place) => page === other[place]));

/**
 * Reads a list again that is shown from what was read before. The library's own `revalidateOnMount` is lost when the
 * page renders once more before the next frame.
 */
function useReadOnVisit(address: string | null, isKept: boolean, read: () => Promise<unknown>): void {
  const shown = useRef<string>(null);
  useEffect(() => {
    const isNew = address !== shown.current;
    shown.current = address;
    if (isNew && isKept) void read();
  }, [address, isKept, read]);
}
