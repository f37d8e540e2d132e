import { listen } from '../support/listen.ts';
import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clientSettings, fileClientSettings } from '../../functions/platform/client-settings.ts';
import { s3 } from '../../functions/platform/files.ts';
import { cognito } from '../../functions/platform/user-pool.ts';
import { client } from '../../functions/table/client.ts';

/** Timeout of an endpoint's function (infra/stacks/api-stack.ts) minus pauses between attempts. */
const maxMs = 27_500;

beforeEach(() => vi.stubEnv('LOCAL_TIMEOUT_MS', undefined));
afterEach(() => vi.unstubAllEnvs());

it('creates every client with a timeout', () => {
  const created = globSync('functions/**/*.ts').flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(/new \w+Client\(([^)]*)/g), ([, value]) => [file, value]),
  );
  expect(created.length).toBeGreaterThanOrEqual(7);
  expect(created.filter(([, value]) => !/lientSettings\(/.test(value ?? ''))).toEqual([]);
});

it('ends all attempts before the function’s timeout, with the configured number', async () => {
  for (const { maxAttempts, requestHandler } of [clientSettings(), fileClientSettings()]) {
    const { connectionTimeout, requestTimeout, throwOnRequestTimeout } = requestHandler;
    expect(maxAttempts * (connectionTimeout + requestTimeout)).toBeLessThan(maxMs);
    expect(throwOnRequestTimeout).toBe(true);
  }
  const attempts = await Promise.all([client, cognito, s3].map(({ config }) => config.maxAttempts()));
  expect(attempts).toEqual([3, 3, 2]);
});

it('ends all attempts within five seconds on AWS', () => {
  vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'of-this-test');
  const { maxAttempts, requestHandler } = clientSettings();
  const { connectionTimeout, requestTimeout } = requestHandler;
  expect(maxAttempts * (connectionTimeout + requestTimeout)).toBeLessThan(5000);
});

it('gives local engines on a loaded machine more time', () => {
  vi.stubEnv('LOCAL_TIMEOUT_MS', '60000');
  const { connectionTimeout, requestTimeout } = clientSettings({
    attempts: 2,
    responseMs: 3000,
  }).requestHandler;
  expect([connectionTimeout, requestTimeout]).toEqual([60_000, 60_000]);
});

it('abandons an unresponsive service after the configured number of attempts', async () => {
  let asked = 0;
  const silent = createServer(() => void (asked += 1));
  const sqs = new SQSClient({
    ...clientSettings({ attempts: 2, responseMs: 500 }),
    endpoint: await listen(silent),
  });
  const request = new GetQueueAttributesCommand({ QueueUrl: 'http://127.0.0.1/1/jobs' });
  await expect(sqs.send(request)).rejects.toThrow(/timed out|timeout/i);
  expect(asked).toBe(2);
  silent.closeAllConnections();
  silent.close();
});
