import setUp from '../support/global-setup.ts';

/** Benches run at the lowest priority: on a busy machine the local engines may be kept waiting for minutes. */
const answerMs = 600_000;

interface Adjustable {
  updateHttpClientConfig: (name: 'requestTimeout', value: number) => void;
}
const isAdjustable = (handler: object): handler is Adjustable => 'updateHttpClientConfig' in handler;

/** Runs some work over a local cloud of its own. */
export async function withCloud<Result>(work: () => Promise<Result>): Promise<Result> {
  const tearDown = await setUp();
  // they read their environment when they are loaded, which the cloud has set by now
  const [{ client }, { s3 }] = await Promise.all([
    import('../../functions/table/client.ts'),
    import('../../functions/platform/files.ts'),
  ]);
  for (const { requestHandler } of [client.config, s3.config])
    if (isAdjustable(requestHandler)) requestHandler.updateHttpClientConfig('requestTimeout', answerMs);
  try {
    return await work();
  } finally {
    await tearDown();
  }
}
