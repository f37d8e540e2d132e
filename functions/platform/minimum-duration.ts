const pause = (milliseconds: number) => new Promise((wake) => setTimeout(wake, milliseconds));

const rest = (milliseconds: number, since: number) => pause(Math.max(0, milliseconds - (Date.now() - since)));

/**
 * Answers no sooner than after so many milliseconds, whatever the work found, so that the time tells nothing. The work
 * itself has to do the same for each case as well: this only covers what differs, such as a mail.
 */
export async function withMinimumDuration<Answer>(
  milliseconds: number,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const since = Date.now();
  try {
    return await work();
  } finally {
    await rest(milliseconds, since);
  }
}

/** As `withMinimumDuration`, but only what goes wrong waits. */
export async function delayFailures<Answer>(
  milliseconds: number,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const since = Date.now();
  try {
    return await work();
  } catch (problem) {
    await rest(milliseconds, since);
    throw problem;
  }
}
