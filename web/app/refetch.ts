import { useEffect } from 'react';
import type { Area, Endpoint } from '../../shared/endpoint.ts';
import { CallError } from '../platform/call-error.ts';
import { authClient } from './auth-client.ts';

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
  const reads = new Map<string, Reader['read']>();
  for (const { endpoint, key, read } of readers) if (endpoints.has(endpoint)) reads.set(key, read);
  await Promise.all([...reads.values()].map((read) => read()));
}

/** Returns whether a request failed because the session has ended; the login popup is open then. */
export const isSessionOver = (error: unknown): boolean => error instanceof CallError && error.status === 401;

/** Refetches after login if the request had failed because the session ended. */
export function useRefetchAfterSignIn(error: unknown, read: () => Promise<unknown>): void {
  const isOver = isSessionOver(error);
  useEffect(() => (isOver ? authClient.onSignedIn(() => void read()) : () => {}), [isOver, read]);
}
