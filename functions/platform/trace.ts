import { AsyncLocalStorage } from 'node:async_hooks';

const traces = new AsyncLocalStorage<string>();

/**
 * Runs an operation under the ID of its request, which log lines, audit events, jobs, and bank files share.
 */
export const inTrace = <Result>(id: string, work: () => Result): Result => traces.run(id, work);

/** Returns the ID of the current request; undefined for scheduled work. */
export const traceId = (): string | undefined => traces.getStore();
