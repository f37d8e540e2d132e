import { AsyncLocalStorage } from 'node:async_hooks';

/** Writes one structured line with the release. Callers pass no personal data, account numbers, PINs, or tokens. */
export function log(
  level: 'info' | 'warn' | 'error',
  message: string,
  fields: Record<string, unknown> = {},
): void {
  process.stdout.write(
    `${JSON.stringify({ level, message, release: process.env.RELEASE, trace: traceId(), ...fields })}\n`,
  );
}

/** Returns an error's name and stack for the log, never the request. */
export const errorFields = (error: unknown): Record<string, unknown> =>
  error instanceof Error
    ? { error: error.name, detail: scrub(error.stack ?? error.message) }
    : { error: 'not an Error' };

/**
 * Removes digits and addresses that a library may have put into a message. File names and line numbers remain, because
 * a bundle has few lines of many columns, and package folders begin with @.
 */
const scrub = (text: string): string =>
  text
    .replaceAll(/(\.[cm]?[jt]sx?:\d+:\d+)|\d{5,}/g, (_, location?: string) => location ?? '#####')
    .replaceAll(/[^\s@'"<>/\\]+@[^\s@'"<>/\\]+\.[a-z]+/gi, '(email)');

const traces = new AsyncLocalStorage<string>();

/**
 * Runs an operation under the ID of its request, which log lines, audit events, jobs, and bank files share.
 */
export const inTrace = <Result>(id: string, work: () => Result): Result => traces.run(id, work);

/** Returns the ID of the current request; undefined for scheduled work. */
export const traceId = (): string | undefined => traces.getStore();
