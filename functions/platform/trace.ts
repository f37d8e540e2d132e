import { AsyncLocalStorage } from 'node:async_hooks';

const traces = new AsyncLocalStorage<string>();

/**
 * Runs a piece of work under the id of the request that it began with. Log lines, audit events, jobs and bank files
 * take the id from here, so that one search finds all of them.
 */
export const inTrace = <Result>(id: string, work: () => Result): Result => traces.run(id, work);

/** The id of the request that the running work began with; undefined where a schedule began it. */
export const traceId = (): string | undefined => traces.getStore();
