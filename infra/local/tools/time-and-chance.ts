import { randomUUID } from 'node:crypto';
import { milliseconds } from '../../../functions/platform/time-and-chance.ts';

// Time and randomness of the functions, and timers of local processes.
export { milliseconds, newId, randomBytes, wait } from '../../../functions/platform/time-and-chance.ts';

export const now = (): Date => new Date(milliseconds());

/** Returns a unique name where AWS would generate one. */
export const newUuid = (): string => randomUUID();

/** Runs a function later, without keeping the process alive. Returns a function that cancels it. */
export function later(run: () => unknown, afterMs: number): () => void {
  const timer = setTimeout(() => void run(), afterMs).unref();
  return () => clearTimeout(timer);
}

/** Runs a function repeatedly. Returns a function that stops it. */
export function every(intervalMs: number, run: () => void): () => void {
  const timer = setInterval(run, intervalMs);
  return () => clearInterval(timer);
}

/** Runs a function after the current operation. */
export const soon = (run: () => unknown): void => void setImmediate(() => void run());
