import { useCallback, useEffect, useRef, useState } from 'react';
import useSWR, { type KeyedMutator } from 'swr';
import useSWRInfinite from 'swr/infinite';
import type { ResponseOf, ClientRequest, Endpoint } from '../../shared/endpoint.ts';
import { jobs } from '../../shared/jobs/contract.ts';
import type { Job } from '../../shared/jobs/job.ts';
import type { Page } from '../../shared/page.ts';
import { addressOf, callApi, type CallOptions } from './api.ts';
import { CallError, requestFailed } from './call-error.ts';
import { clearToasts, notify } from './notices.ts';
import { isSessionOver, useReadAfterSignIn } from './read-after-sign-in.ts';

export interface Loaded<Data> {
  data: Data | undefined;
  error: unknown;
  loading: boolean;
  /** Another try is under way while the failure still shows. */
  retrying: boolean;
  reload: () => void;
  mutate: KeyedMutator<Data>;
}

// Who comes back to a page sees what changed meanwhile, however quickly they come back; what several parts of a page
// read at once is still one request.
const readOnEachVisit = { dedupingInterval: 0, revalidateOnFocus: false, shouldRetryOnError: false } as const;

/** Reads an endpoint; null as the request reads nothing yet. */
export function useEndpoint<Row extends Endpoint>(
  endpoint: Row,
  request: ClientRequest<Row> | null,
): Loaded<ResponseOf<Row>> {
  const key = request && `GET ${addressOf(endpoint, request)}`;
  const { data, error, isLoading, isValidating, mutate } = useSWR<ResponseOf<Row>, unknown>(
    key,
    () => callApi(endpoint, request as ClientRequest<Row>),
    readOnEachVisit,
  );
  useReadAfterSignIn(error, mutate);
  return {
    data,
    // what is there stays, with what was typed into it, while the popup asks to log in again
    error: data !== undefined && isSessionOver(error) ? undefined : error,
    loading: isLoading,
    retrying: isValidating,
    reload: () => void mutate(),
    mutate,
  };
}

export interface List<Row, First = unknown> {
  rows: Row[];
  /** The first page whole, for what an answer says beside its rows. */
  first: First | undefined;
  totalCount: number | null | undefined;
  loading: boolean;
  error: unknown;
  retrying: boolean;
  /** What a table shows in place of rows when the first page failed. */
  failed: { error: unknown; onRetry: () => void; retrying: boolean } | undefined;
  hasMore: boolean;
  loadingMore: boolean;
  onMore: () => void;
  reload: () => void;
}

/** Reads a list page after page, following the server's cursor. */
export function useList<Item, Row extends Endpoint>(
  endpoint: Row,
  request: (ResponseOf<Row> extends Page<Item> ? ClientRequest<Row> : never) | null,
): List<ResponseOf<Row> extends Page<infer One> ? One : never, ResponseOf<Row>> {
  type One = ResponseOf<Row> extends Page<infer Each> ? Each : never;
  const asked = request as { query?: Record<string, unknown>; params?: Record<string, unknown> } | null;
  const pages = useSWRInfinite<Page<One>, unknown>(
    (index: number, before: Page<One> | null) => {
      if (!asked || (before && !before.nextCursor)) return null;
      const query = { ...asked.query, ...(before?.nextCursor && { cursor: before.nextCursor }) };
      return `LIST ${index} ${addressOf(endpoint, { ...asked, query })}`;
    },
    async (key: string) => {
      const search = new URL(key.split(' ')[2] ?? '', window.location.origin).searchParams;
      const query = { ...asked?.query, cursor: search.get('cursor') ?? undefined };
      return (await callApi(endpoint, { ...asked, query } as never)) as unknown as Page<One>;
    },
    { ...readOnEachVisit, revalidateFirstPage: false, revalidateIfStale: false },
  );
  useReadAgain(asked && addressOf(endpoint, asked), pages.data !== undefined, pages.mutate);
  useReadAfterSignIn(pages.error, pages.mutate);
  const loaded = pages.data ?? [];
  const error = loaded.length === 0 ? pages.error : undefined;
  const reload = () => void pages.mutate();
  return {
    rows: loaded.flatMap(({ items }) => items),
    first: loaded[0] as ResponseOf<Row> | undefined,
    totalCount: loaded[0]?.totalCount,
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

/**
 * Reads a list again that is shown from what was read before. The library's own `revalidateOnMount` is lost when the
 * page renders once more before the next frame.
 */
function useReadAgain(address: string | null, isKept: boolean, read: () => Promise<unknown>): void {
  const shown = useRef<string>(null);
  useEffect(() => {
    const isNew = address !== shown.current;
    shown.current = address;
    if (isNew && isKept) void read();
  }, [address, isKept, read]);
}

export interface Action<Row extends Endpoint> {
  /** Calls and shows the answer's message; a failure is thrown, for a form to show. */
  run: (request: ClientRequest<Row>, options?: CallOptions) => Promise<ResponseOf<Row>>;
  /** As `run`, but a failure becomes a notice and the answer is undefined. */
  act: (request: ClientRequest<Row>, options?: CallOptions) => Promise<ResponseOf<Row> | undefined>;
  running: boolean;
}

/** A writing call. A second press while it runs waits for the first one's answer. */
export function useAction<Row extends Endpoint>(endpoint: Row): Action<Row> {
  const [running, setRunning] = useState(false);
  const underWay = useRef<Promise<ResponseOf<Row>>>(undefined);
  const run = useCallback(
    (request: ClientRequest<Row>, options?: CallOptions): Promise<ResponseOf<Row>> => {
      if (underWay.current) return underWay.current;
      setRunning(true);
      const call = callApi(endpoint, request, options)
        .then((answer) => {
          const message = (answer as { message?: unknown } | undefined)?.message;
          if (typeof message === 'string') notify.success(message);
          return answer;
        })
        .finally(() => {
          underWay.current = undefined;
          setRunning(false);
        });
      underWay.current = call;
      return call;
    },
    [endpoint],
  );
  const act = useCallback(
    async (request: ClientRequest<Row>, options?: CallOptions) => {
      try {
        return await run(request, options);
      } catch (problem) {
        showFailure(problem);
        return undefined;
      }
    },
    [run],
  );
  return { run, act, running };
}

/** Puts a failure into the message bar; a 401 has opened the sign-in popup already. */
export function showFailure(problem: unknown): void {
  if (!(problem instanceof CallError)) notify.error(requestFailed);
  else if (problem.status !== 401) notify.error(problem.message, { requestId: problem.requestId });
}

/** Follows a job until it is finished; null follows nothing. */
export function useJob(jobId: string | null): { job: Job | undefined; error: unknown; reload: () => void } {
  const { data, error, mutate } = useSWR<Job, unknown>(
    jobId && `JOB ${jobId}`,
    () => callApi(jobs.get, { params: { jobId: jobId ?? '' } }),
    {
      refreshInterval: (job) => (job && job.status !== 'running' ? 0 : 700),
      revalidateOnFocus: false,
      shouldRetryOnError: true,
    },
  );
  const status = data?.status;
  const before = useRef(status);
  useEffect(() => {
    // its result is on the screen now: what was told when it began would only hide it
    if (before.current === 'running' && status && status !== 'running') clearToasts();
    before.current = status;
  }, [status]);
  return { job: data, error, reload: () => void mutate() };
}
