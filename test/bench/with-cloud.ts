import setUp from '../support/global-setup.ts';

/** Runs some work over a local cloud of its own. */
export async function withCloud<Result>(work: () => Promise<Result>): Promise<Result> {
  const tearDown = await setUp();
  try {
    return await work();
  } finally {
    await tearDown();
  }
}
