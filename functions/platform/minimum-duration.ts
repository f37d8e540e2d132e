import { holdBack, milliseconds } from './time-and-chance.ts';

const rest = (minimumMs: number, since: number) =>
  holdBack(Math.max(0, minimumMs - (milliseconds() - since)));

/**
 * Delays the result to a minimum duration, so that its time reveals nothing. The operation itself must perform the same
 * work in each case; this only covers differences such as an email.
 */
export async function withMinimumDuration<Result>(
  minimumMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const since = milliseconds();
  try {
    return await work();
  } finally {
    await rest(minimumMs, since);
  }
}

/** Delays errors only, like `withMinimumDuration`. */
export async function delayFailures<Result>(minimumMs: number, work: () => Promise<Result>): Promise<Result> {
  const since = milliseconds();
  try {
    return await work();
  } catch (error) {
    await rest(minimumMs, since);
    throw error;
  }
}
