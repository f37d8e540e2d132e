import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import useSWR, { type KeyedMutator } from 'swr';
import type { Area, ClientRequest, Endpoint, ResponseOf } from '../../shared/endpoint.ts';
import { jobs } from '../../shared/contracts/jobs.ts';
import type { Job } from '../../shared/jobs/job.ts';
import type { Page } from '../../shared/page.ts';
import { addressOf, callApi, type CallOptions } from './api.ts';
import { boundRequest, type BoundRequest } from './bound-request.ts';
import { CallError } from '../platform/call-error.ts';
import { type Pages, readOnEachVisit, usePages } from './list-pages.ts';
import { clearToasts, notify, showFailure } from './notices.ts';
import { isSessionOver, refetch, refetchOnline, useReader, useRefetchAfterSignIn } from './refetch.ts';

export { showFailure };

export interface Loaded<Data> {
  data: Data | undefined;
  error: unknown;
  loading: boolean;
  retrying: boolean;
  reload: () => void;
  mutate: KeyedMutator<Data>;
}

/** Loads an endpoint; a null request loads nothing. */
export const useEndpoint = <Row extends Endpoint>(
  endpoint: Row,
  request: ClientRequest<Row> | null,
): Loaded<ResponseOf<Row>> => useBoundRequest(request && boundRequest(endpoint, request));

interface ReadOptions {
  /** If false, only `reload` refetches: the data must not change between review and confirmation. */
  revalidate?: boolean;
}

export function useBoundRequest<Response>(
  bound: BoundRequest<Response> | null,
  { revalidate = true }: ReadOptions = {},
): Loaded<Response> {
  const key = bound && `GET ${addressOf(bound.endpoint, bound.request)}`;
  const { data, error, isLoading, isValidating, mutate } = useSWR<Response, unknown>(
    key,
    async () => (bound ? ((await callApi(bound.endpoint, bound.request)) as Response) : Promise.reject()),
    { ...readOnEachVisit, revalidateOnReconnect: revalidate },
  );
  useReader(bound?.endpoint, revalidate ? key : null, mutate);
  useRefetchAfterSignIn(error, mutate);
  return {
    data,
    // keep the data, and the user's input in it, while the login popup is open
    error: data !== undefined && isSessionOver(error) ? undefined : error,
    loading: isLoading,
    retrying: isValidating,
    reload: () => void mutate(),
    mutate,
  };
}

/** Requests an endpoint once, without caching or refetching. Throws CallError. */
export const loadOnce = <Row extends Endpoint & { method: 'GET' }>(
  endpoint: Row,
  request: ClientRequest<Row>,
): Promise<ResponseOf<Row>> => callApi(endpoint, request);

export interface List<Row, First = unknown> extends Omit<Pages<unknown>, 'pages'> {
  rows: Row[];
  first: First | undefined;
  totalCount: number | null | undefined;
}

export function useList<Item, Row extends Endpoint>(
  endpoint: Row,
  request: (ResponseOf<Row> extends Page<Item> ? ClientRequest<Row> : never) | null,
): List<ResponseOf<Row> extends Page<infer Each> ? Each : never, ResponseOf<Row>> {
  type RowItem = ResponseOf<Row> extends Page<infer Each> ? Each : never;
  const { pages, ...list } = usePages(endpoint, request as ClientRequest<Row> | null);
  const loaded = pages as unknown as readonly Page<RowItem>[];
  const rows = useMemo(() => loaded.flatMap(({ items }) => items), [loaded]);
  return { ...list, rows, first: pages[0], totalCount: loaded[0]?.totalCount };
}

export interface Action<Row extends Endpoint> {
  /** Sends the request and shows the response's message; throws failures, for a form to show. */
  run: (request: ClientRequest<Row>, options?: CallOptions) => Promise<ResponseOf<Row>>;
  /** Like `run`, but a failure becomes a notice and the result is undefined. */
  act: (request: ClientRequest<Row>, options?: CallOptions) => Promise<ResponseOf<Row> | undefined>;
  running: boolean;
}

/**
 * A request that writes. A second call while it runs returns the first one's response. Refetches the data that it
 * changes, after success, after a conflict, and after a lost response.
 */
export function useAction<Row extends Endpoint>(
  endpoint: Row,
  ...changed: readonly (Endpoint | Area)[]
): Action<Row> {
  const changes = useRef(changed);
  const [running, setRunning] = useState(false);
  const pending = useRef<Promise<ResponseOf<Row>>>(undefined);
  const run = useCallback(
    (request: ClientRequest<Row>, options?: CallOptions): Promise<ResponseOf<Row>> => {
      if (pending.current) return pending.current;
      setRunning(true);
      const call = callApi(endpoint, request, options)
        .then((response) => {
          const message = (response as { message?: unknown } | undefined)?.message;
          if (typeof message === 'string' && !options?.isQuiet) notify.success(message);
          void refetch(...changes.current);
          return response;
        })
        .catch(async (error: unknown) => {
          // awaited: the refetched rows can remove the form that would show the failure
          if (error instanceof CallError && error.status === 409)
            await refetch(...changes.current).catch(() => {});
          if (error instanceof CallError && error.status === 0) void refetchOnline();
          throw error;
        })
        .finally(() => {
          pending.current = undefined;
          setRunning(false);
        });
      pending.current = call;
      return call;
    },
    [endpoint],
  );
  const act = useCallback(
    async (request: ClientRequest<Row>, options?: CallOptions) => {
      try {
        return await run(request, options);
      } catch (error) {
        showFailure(error);
        return undefined;
      }
    },
    [run],
  );
  return { run, act, running };
}

/** Polls a job until it ends; null polls nothing. */
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
    // the result is on the screen now, so the toast from its start would only cover it
    if (status && status !== 'running' && status !== before.current) clearToasts();
    before.current = status;
  }, [status]);
  return { job: data, error, reload: () => void mutate() };
}
