import { useCallback, useRef, useState } from 'react';
import useSWR, { type KeyedMutator, useSWRConfig } from 'swr';
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
  /** The last try to go on has failed: the next one is the reader's. */
  moreFailed: boolean;
  onMore: () => void;
  reload: () => void;
}

/** The same each time: a list that is not there yet is no other list at every drawing. */
const noParts: readonly never[] = [];

interface LooseRequest {
  query?: Record<string, unknown>;
  params?: Record<string, unknown>;
}

type WithCursor<Part> = Part & { nextCursor?: string | null };
type ReadPart<Part> = (cursor?: string | null) => Promise<WithCursor<Part>>;

/** Reads so many parts of a list, or all where there are fewer. */
async function readParts<Part>(read: ReadPart<Part>, count: number): Promise<WithCursor<Part>[]> {
  const parts = [await read()];
  for (let next = parts[0]?.nextCursor; next && parts.length < count; next = parts.at(-1)?.nextCursor)
    parts.push(await read(next));
  return parts;
}

/**
 * Reads an endpoint that responds in parts, following the server's cursor; null as the request reads nothing yet. The
 * parts are one entry of the library's cache: its own endless lists go over all parts whenever one is added, which made
 * most of what the browser had to clear away in a list of 20,000 rows.
 */
export function usePages<Row extends Endpoint>(
  endpoint: Row,
  request: ClientRequest<Row> | null,
): Pages<ResponseOf<Row>> {
  type Part = WithCursor<ResponseOf<Row>>;
  const loose = request as LooseRequest | null;
  const key = loose && `LIST ${addressOf(endpoint, loose)}`;
  const { cache } = useSWRConfig();
  const kept = () => cache.get(key ?? '')?.data as readonly Part[] | undefined;
  const readPart: ReadPart<Part> = async (cursor) => {
    const query = { ...loose?.query, cursor: cursor ?? undefined };
    return (await callApi(endpoint, { ...loose, query } as never)) as Part;
  };
  const list = useSWR<readonly Part[], unknown>(key, () => readParts(readPart, kept()?.length ?? 1), {
    ...readOnEachVisit,
    revalidateOnReconnect: kept() === undefined,
    // read by the same call, or not: their text is not compared, however many there are
    compare: Object.is,
  });
  const more = useMore(key, list.mutate, readPart);
  useReader(endpoint, key, more.reload);
  useReadAfterSignIn(list.error ?? more.error, more.reload);
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
    moreFailed: more.error !== undefined,
    onMore: () => {
      if (!list.isValidating) void more.run();
    },
    reload: () => void more.reload(),
  };
}

/** Reads the part after the last one, and the whole list again, one after the other: neither undoes the other. */
function useMore<Part>(
  key: string | null,
  mutate: KeyedMutator<readonly WithCursor<Part>[]>,
  readPart: ReadPart<Part>,
) {
  const [last, setLast] = useState<{ key: string | null; isRunning: boolean; error?: unknown }>();
  const underWay = useRef<Promise<unknown>>(undefined);
  const addPart = async (parts: readonly WithCursor<Part>[] = []) => {
    const next = parts.at(-1)?.nextCursor;
    return next ? [...parts, await readPart(next)] : parts;
  };
  const run = async () => {
    if (underWay.current) return;
    setLast({ key, isRunning: true });
    underWay.current = mutate(addPart, { revalidate: false })
      .then(() => setLast({ key, isRunning: false }))
      .catch((error: unknown) => setLast({ key, isRunning: false, error }));
    await underWay.current;
    underWay.current = undefined;
  };
  const reload = useCallback(async () => {
    await underWay.current;
    setLast(undefined);
    return mutate();
  }, [mutate]);
  const own = last?.key === key ? last : undefined;
  return { run, reload, isRunning: own?.isRunning ?? false, error: own?.error };
}
