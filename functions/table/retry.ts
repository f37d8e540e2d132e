import { randomFraction, wait } from '../platform/time-and-chance.ts';

/** Waits a little longer each time, never quite alike, so that two who collide do not collide again. */
export const pause = (turn: number): Promise<void> =>
  wait(Math.min(1000, 20 * 2 ** turn) * (0.5 + randomFraction() / 2));

/** Reasons for which a transaction is worth another try. */
export const retried = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/** Why each item of a cancelled transaction did not go through; undefined for any other problem. */
export function cancellationCodes(problem: unknown): string[] | undefined {
  const { name, CancellationReasons } = problem as {
    name?: string;
    CancellationReasons?: { Code?: string }[];
  };
  if (name !== 'TransactionCanceledException') return undefined;
  return (CancellationReasons ?? []).map(({ Code }) => Code ?? 'None');
}
