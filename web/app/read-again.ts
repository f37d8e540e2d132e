import { useEffect } from 'react';
import type { Area, Endpoint } from '../../shared/endpoint.ts';

interface Reader {
  endpoint: Endpoint;
  /** The same for all that show the same: it is read once for them. */
  key: string;
  read: () => Promise<unknown>;
}

const readers = new Set<Reader>();

/** Says what is on the screen, so that it can be read again by its endpoint; a null key is not read again. */
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

const isEndpoint = (one: Endpoint | Area): one is Endpoint => typeof one.path === 'string';

/**
 * Reads again what is on the screen from these endpoints, or from any of an area's, after a write has changed it.
 * What is not on the screen is read anew when it is shown.
 */
export async function readAgain(...changed: readonly (Endpoint | Area)[]): Promise<void> {
  const endpoints = new Set(changed.flatMap((one) => (isEndpoint(one) ? [one] : Object.values(one))));
  const reads = new Map<string, Reader['read']>();
  for (const { endpoint, key, read } of readers) if (endpoints.has(endpoint)) reads.set(key, read);
  await Promise.all([...reads.values()].map((read) => read()));
}
