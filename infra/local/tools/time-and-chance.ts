import { randomUUID } from 'node:crypto';
import { milliseconds } from '../../../functions/platform/time-and-chance.ts';

// The functions' own time and chance, and the timers of what runs beside the portal on this machine.
export { milliseconds, newId, randomBytes, wait } from '../../../functions/platform/time-and-chance.ts';

export const now = (): Date => new Date(milliseconds());

/** Returns a unique name where AWS would generate one. */
export const newUuid = (): string => randomUUID();

/** Runs something later; the process does not stay for it. Returns what calls it off. */
export function later(run: () => unknown, afterMs: number): () => void {
  const timer = setTimeout(() => void run(), afterMs).unref();
  return () => clearTimeout(timer);
}

/** Runs something again and again, until what it returns is called. */
export function every(intervalMs: number, run: () => void): () => void {
  const timer = setInterval(run, intervalMs);
  return () => clearInterval(timer);
}

/** Runs something once what is going on now has ended. */
export const soon = (run: () => unknown): void => void setImmediate(() => void run());
