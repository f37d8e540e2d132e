import { useEffect } from 'react';
import useSWR from 'swr';
import type { Area, Endpoint, ResponseOf } from '../../shared/endpoint.ts';
import { CallError, networkFailure } from '../platform/call-error.ts';
import { authClient } from './auth-client.ts';
import { replaceNotice } from './notices.ts';

interface Reader {
  endpoint: Endpoint;
  key: string;
  read: () => Promise<unknown>;
}

const readers = new Set<Reader>();

/** Registers displayed data for refetching by its endpoint; a null key is not refetched. */
export function useReader(
  endpoint: Endpoint | undefined,
  key: string | null,
  read: () => Promise<unknown>,
): void {
  useEffect(() => {
    if (!endpoint || key === null) return () => {};
    const reader = { endpoint, key, read };
    readers.add(reader);
    return () => void readers.delete(reader);
  }, [endpoint, key, read]);
}

const isEndpoint = (target: Endpoint | Area): target is Endpoint => typeof target.path === 'string';

/**
 * Refetches the displayed data of these endpoints, or of any endpoint of an area, after a write. Other data is
 * refetched when it is displayed.
 */
export async function refetch(...changed: readonly (Endpoint | Area)[]): Promise<void> {
  const endpoints = new Set(
    changed.flatMap((target) => (isEndpoint(target) ? [target] : Object.values(target))),
  );
  await readDisplayed(({ endpoint }) => endpoints.has(endpoint));
}

async function readDisplayed(isRead: (reader: Reader) => boolean): Promise<void> {
  const reads = new Map([...readers].filter(isRead).map(({ key, read }) => [key, read]));
  await Promise.all([...reads.values()].map((read) => read()));
}

/**
 * Refetches all displayed data after a write without a response, which the server may have done. Without a connection,
 * nothing is read, so that no failure replaces the page with its entries.
 */
export async function refetchOnline(): Promise<void> {
  const isOnline = await fetch('/api/healthcheck')
    // an unread response holds its connection
    .then((response) => response.text().then(() => response.ok))
    .catch(() => false);
  if (!isOnline) return;
  await readDisplayed(() => true);
  // the changes may be saved
  replaceNotice(networkFailure, 'The response was lost. This page shows what is saved now.');
}

/** Returns whether a request failed because the session has ended; the login popup is open then. */
export const isSessionOver = (error: unknown): boolean => error instanceof CallError && error.status === 401;

/** Refetches after login if the request had failed because the session ended. */
export function useRefetchAfterSignIn(error: unknown, read: () => Promise<unknown>): void {
  const isOver = isSessionOver(error);
  useEffect(() => (isOver ? authClient.onSignedIn(() => void read()) : () => {}), [isOver, read]);
}

async function readPublic(address: string): Promise<unknown> {
  const response = await fetch(address, { headers: { 'cache-control': 'no-cache' } }).catch(() => {
    throw new CallError({ status: 0 });
  });
  if (response.ok) return response.json();
  const failure = (await response.json().catch(() => ({}))) as { message?: string; requestId?: string };
  throw new CallError({ status: response.status, ...failure });
}

/**
 * Loads a public endpoint for the first paint, without its contract and the code of requests. For responses without
 * amounts and names of the specification, which the contract translates.
 */
export function usePublicEndpoint<Row extends Endpoint>(path: Row['path'], token: string) {
  const address = `/api${path.replace(/\{\w+\}/, encodeURIComponent(token))}`;
  const { data, error, isValidating, mutate } = useSWR<ResponseOf<Row>, unknown>(
    `GET ${address}`,
    async () => (await readPublic(address)) as ResponseOf<Row>,
    { dedupingInterval: 0, revalidateOnFocus: false, shouldRetryOnError: false },
  );
  return { data, error, retrying: isValidating, reload: () => void mutate() };
}
