import { holdBack, milliseconds } from './time-and-chance.ts';

const rest = (minimumMs: number, since: number) =>
  holdBack(Math.max(0, minimumMs - (milliseconds() - since)));

/**
 * Answers no sooner than after so many milliseconds, whatever the work found, so that the time tells nothing. The work
 * itself has to do the same for each case as well: this only covers what differs, such as an email.
 */
export async function withMinimumDuration<Answer>(
  minimumMs: number,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const since = milliseconds();
  try {
    return await work();
  } finally {
    await rest(minimumMs, since);
  }
}

/** As `withMinimumDuration`, but only what goes wrong waits. */
export async function delayFailures<Answer>(minimumMs: number, work: () => Promise<Answer>): Promise<Answer> {
  const since = milliseconds();
  try {
    return await work();
  } catch (problem) {
    await rest(minimumMs, since);
    throw problem;
  }
}
