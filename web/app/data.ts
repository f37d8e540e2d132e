import { useCallback, useEffect, useRef, useState } from 'react';
import useSWR, { type KeyedMutator } from 'swr';
import type { Area, ClientRequest, Endpoint, ResponseOf } from '../../shared/endpoint.ts';
import { jobs } from '../../shared/jobs/contract.ts';
import type { Job } from '../../shared/jobs/job.ts';
import type { Page } from '../../shared/page.ts';
import { addressOf, callApi, type CallOptions } from './api.ts';
import { boundRequest, type BoundRequest } from './bound-request.ts';
import { CallError, requestFailed } from './call-error.ts';
import { type Pages, readOnEachVisit, usePages } from './list-pages.ts';
import { clearToasts, notify } from './notices.ts';
import { readAgain, useReader } from './read-again.ts';
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

/** Reads an endpoint; null as the request reads nothing yet. */
export const useEndpoint = <Row extends Endpoint>(
  endpoint: Row,
  request: ClientRequest<Row> | null,
): Loaded<ResponseOf<Row>> => useBoundRequest(request && boundRequest(endpoint, request));

interface ReadOptions {
  /** What is confirmed stays as it was looked at: nothing but `reload` reads it again. */
  isStill?: boolean;
}

/** As `useEndpoint`, for a screen that is given what it reads. */
export function useBoundRequest<Response>(
  bound: BoundRequest<Response> | null,
  { isStill = false }: ReadOptions = {},
): Loaded<Response> {
  const key = bound && `GET ${addressOf(bound.endpoint, bound.request)}`;
  const { data, error, isLoading, isValidating, mutate } = useSWR<Response, unknown>(
    key,
    async () => (bound ? ((await callApi(bound.endpoint, bound.request)) as Response) : Promise.reject()),
    { ...readOnEachVisit, revalidateOnReconnect: !isStill },
  );
  useReader(bound?.endpoint, isStill ? null : key, mutate);
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

/** Asks an endpoint once, for something that is decided by it rather than shown. Throws CallError. */
export const ask = <Row extends Endpoint & { method: 'GET' }>(
  endpoint: Row,
  request: ClientRequest<Row>,
): Promise<ResponseOf<Row>> => callApi(endpoint, request);

export interface List<Row, First = unknown> extends Omit<Pages<unknown>, 'pages'> {
  rows: Row[];
  /** The first page whole, for what an answer says beside its rows. */
  first: First | undefined;
  totalCount: number | null | undefined;
}

/** Reads a list page after page, following the server's cursor. */
export function useList<Item, Row extends Endpoint>(
  endpoint: Row,
  request: (ResponseOf<Row> extends Page<Item> ? ClientRequest<Row> : never) | null,
): List<ResponseOf<Row> extends Page<infer One> ? One : never, ResponseOf<Row>> {
  type One = ResponseOf<Row> extends Page<infer Each> ? Each : never;
  const { pages, ...list } = usePages(endpoint, request as ClientRequest<Row> | null);
  const loaded = pages as unknown as readonly Page<One>[];
  const [rowsOf] = useState(() => rowMaker<One>());
  const rows = rowsOf(loaded);
  return {
    ...list,
    rows,
    first: pages[0],
    totalCount: loaded[0]?.totalCount,
  };
}

/** The rows of pages; where only a page has come, those that were there are not gone over again. */
function rowMaker<Row>() {
  let before: { pages: readonly Page<Row>[]; rows: Row[] } = { pages: [], rows: [] };
  return (pages: readonly Page<Row>[]): Row[] => {
    if (pages === before.pages) return before.rows;
    const isLonger = before.pages.every((page, place) => page === pages[place]);
    const added = pages.slice(isLonger ? before.pages.length : 0).flatMap(({ items }) => items);
    before = { pages, rows: isLonger ? before.rows.concat(added) : added };
    return before.rows;
  };
}

export interface Action<Row extends Endpoint> {
  /** Calls and shows the answer's message; a failure is thrown, for a form to show. */
  run: (request: ClientRequest<Row>, options?: CallOptions) => Promise<ResponseOf<Row>>;
  /** As `run`, but a failure becomes a notice and the answer is undefined. */
  act: (request: ClientRequest<Row>, options?: CallOptions) => Promise<ResponseOf<Row> | undefined>;
  running: boolean;
}

/**
 * A writing call. A second press while it runs waits for the first one's answer. What it changes is read again: after it,
 * and after a conflict, when someone else has changed it.
 */
export function useAction<Row extends Endpoint>(
  endpoint: Row,
  ...changed: readonly (Endpoint | Area)[]
): Action<Row> {
  const changes = useRef(changed);
  const [running, setRunning] = useState(false);
  const underWay = useRef<Promise<ResponseOf<Row>>>(undefined);
  const run = useCallback(
    (request: ClientRequest<Row>, options?: CallOptions): Promise<ResponseOf<Row>> => {
      if (underWay.current) return underWay.current;
      setRunning(true);
      const call = callApi(endpoint, request, options)
        .then((answer) => {
          const message = (answer as { message?: unknown } | undefined)?.message;
          if (typeof message === 'string' && !options?.isQuiet) notify.success(message);
          void readAgain(...changes.current);
          return answer;
        })
        .catch((problem: unknown) => {
          if (problem instanceof CallError && problem.status === 409) void readAgain(...changes.current);
          throw problem;
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
    if (status && status !== 'running' && status !== before.current) clearToasts();
    before.current = status;
  }, [status]);
  return { job: data, error, reload: () => void mutate() };
}
