import { useCallback, useRef, useState } from 'react';
import useSWR, { type KeyedMutator, useSWRConfig } from 'swr';
import type { ClientRequest, Endpoint, ResponseOf } from '../../shared/endpoint.ts';
import { addressOf, callApi } from './api.ts';
import { useReader, useRefetchAfterSignIn } from './refetch.ts';

// Returning to a page always refetches it; components of the same page that load the same data share one request.
export const readOnEachVisit = {
  dedupingInterval: 0,
  revalidateOnFocus: false,
  shouldRetryOnError: false,
} as const;

export interface Pages<Response> {
  pages: readonly Response[];
  loading: boolean;
  /** Error of the first response; an error of a later one keeps the list. */
  error: unknown;
  retrying: boolean;
  failed: { error: unknown; onRetry: () => void; retrying: boolean } | undefined;
  hasMore: boolean;
  loadingMore: boolean;
  /** The last attempt to load more failed; only the user can retry. */
  moreFailed: boolean;
  /** Its error, until a retry succeeds. */
  moreError: unknown;
  onMore: () => void;
  reload: () => void;
}

/** A constant, so that a list without data is equal between renders. */
const noParts: readonly never[] = [];

interface LooseRequest {
  query?: Record<string, unknown>;
  params?: Record<string, unknown>;
}

type WithCursor<Part> = Part & { nextCursor?: string | null };
type ReadPart<Part> = (cursor?: string | null) => Promise<WithCursor<Part>>;

async function readParts<Part>(read: ReadPart<Part>, count: number): Promise<WithCursor<Part>[]> {
  const parts = [await read()];
  for (let next = parts[0]?.nextCursor; next && parts.length < count; next = parts.at(-1)?.nextCursor)
    parts.push(await read(next));
  return parts;
}

/**
 * Loads an endpoint page by page with the server's cursor; a null request loads nothing. All parts share one cache
 * entry.
 *
 * @param count number of parts that a refetch loads; by default, all that were loaded before
 */
export function usePages<Row extends Endpoint>(
  endpoint: Row,
  request: ClientRequest<Row> | null,
  count?: number,
): Pages<ResponseOf<Row>> {
  type Part = WithCursor<ResponseOf<Row>>;
  const loose = request as LooseRequest | null;
  const key = loose && `LIST ${addressOf(endpoint, loose)}`;
  const { cache } = useSWRConfig();
  const cached = () => cache.get(key ?? '')?.data as readonly Part[] | undefined;
  const readPart: ReadPart<Part> = async (cursor) => {
    const query = { ...loose?.query, cursor: cursor ?? undefined };
    return (await callApi(endpoint, { ...loose, query } as never)) as Part;
  };
  const list = useSWR<readonly Part[], unknown>(
    key,
    () => readParts(readPart, count ?? cached()?.length ?? 1),
    {
      ...readOnEachVisit,
      revalidateOnReconnect: cached() === undefined,
      // by reference, because comparing the content of all parts is slow
      compare: Object.is,
    },
  );
  const more = useMore(key, list.mutate, readPart);
  useReader(endpoint, key, more.reload);
  useRefetchAfterSignIn(list.error ?? more.error, more.reload);
  const loaded = list.data ?? noParts;
  const error = loaded.length === 0 ? list.error : undefined;
  return {
    pages: loaded,
    loading: list.isLoading,
    error,
    retrying: list.isValidating,
    failed: error ? { error, onRetry: () => void more.reload(), retrying: list.isValidating } : undefined,
    hasMore: Boolean(loaded.at(-1)?.nextCursor),
    loadingMore: more.isRunning || (list.isValidating && loaded.length > 0),
    moreFailed: more.error !== undefined && !more.isRunning,
    moreError: more.error,
    onMore: () => {
      if (!list.isValidating) void more.run();
    },
    reload: () => void more.reload(),
  };
}

/** Loads the next part, and reloads the whole list, one after the other, so that neither overwrites the other. */
function useMore<Part>(
  key: string | null,
  mutate: KeyedMutator<readonly WithCursor<Part>[]>,
  readPart: ReadPart<Part>,
) {
  const [last, setLast] = useState<{ key: string | null; isRunning: boolean; error?: unknown }>();
  const pending = useRef<Promise<unknown>>(undefined);
  const addPart = async (parts: readonly WithCursor<Part>[] = []) => {
    const next = parts.at(-1)?.nextCursor;
    return next ? [...parts, await readPart(next)] : parts;
  };
  const run = async () => {
    if (pending.current) return;
    setLast((before) => ({ key, isRunning: true, error: before?.key === key ? before.error : undefined }));
    pending.current = mutate(addPart, { revalidate: false })
      .then(() => setLast({ key, isRunning: false }))
      .catch((error: unknown) => setLast({ key, isRunning: false, error }));
    await pending.current;
    pending.current = undefined;
  };
  const reload = useCallback(async () => {
    await pending.current;
    setLast(undefined);
    return mutate();
  }, [mutate]);
  const own = last?.key === key ? last : undefined;
  return { run, reload, isRunning: own?.isRunning ?? false, error: own?.error };
}
