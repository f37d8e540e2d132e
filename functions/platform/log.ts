import { traceId } from './trace.ts';

/** One structured line, as CloudWatch reads it, with the release that wrote it. Callers pass no personal data, amounts of accounts, PINs or tokens. */
export function log(
  level: 'info' | 'warn' | 'error',
  message: string,
  facts: Record<string, unknown> = {},
): void {
  process.stdout.write(
    `${JSON.stringify({ level, message, release: process.env.RELEASE, trace: traceId(), ...facts })}\n`,
  );
}

/** An error as facts for the log: its name and stack, never the request. */
export const errorFacts = (problem: unknown): Record<string, unknown> =>
  problem instanceof Error
    ? { error: problem.name, detail: scrub(problem.stack ?? problem.message) }
    : { error: 'not an Error' };

/**
 * Takes runs of digits and addresses out of what a library may have put into its message. Files and their lines stay: a
 * bundle is few lines of many columns, and a package's folder begins with an @.
 */
const scrub = (text: string): string =>
  text
    .replaceAll(/(\.[cm]?[jt]sx?:\d+:\d+)|\d{5,}/g, (_, place?: string) => place ?? '#####')
    .replaceAll(/[^\s@'"<>/\\]+@[^\s@'"<>/\\]+\.[a-z]+/gi, '(email)');
