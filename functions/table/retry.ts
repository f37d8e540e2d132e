import { Refusal } from '../../shared/refusal.ts';
import { randomFraction, wait } from '../platform/time-and-chance.ts';

/** Waits with increasing, random delay, so that conflicting transactions do not collide again. */
export const pause = (turn: number): Promise<void> =>
  wait(Math.min(1000, 20 * 2 ** turn) * (0.5 + randomFraction() / 2));

/** Cancellation reasons that justify a retry. */
export const retried = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/** Returns the reason per item of a canceled transaction; undefined for any other error. */
export function cancellationCodes(error: unknown): string[] | undefined {
  const { name, CancellationReasons } = error as {
    name?: string;
    CancellationReasons?: { Code?: string }[];
  };
  if (name !== 'TransactionCanceledException') return undefined;
  return (CancellationReasons ?? []).map(({ Code }) => Code ?? 'None');
}

const maxAttempts = 8;

/** Repeats an operation after a lost optimistic lock; `operation` loads the records again. */
export async function retryOnConflict(operation: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await operation();
    } catch (error) {
      if (attempt === maxAttempts || !(error instanceof Refusal) || error.code !== 'conflict') throw error;
      await pause(attempt);
    }
  }
}
