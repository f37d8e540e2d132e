import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
  type Message,
} from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginJob } from '../../functions/jobs/begin.ts';
import { loadJob, saveJob } from '../../functions/jobs/store.ts';
import { localQueue } from '../../functions/platform/queue.ts';
import { smokeForAMinute } from '../../infra/operate/smoke.ts';
import { userMessage } from '../../infra/local/tools/user-error.ts';
import { lastDue, listJobs, redrive, runSchedule } from '../../infra/operate/run-schedule.ts';
import { jobs } from '../../shared/contracts/jobs.ts';
import { call } from '../support/call.ts';
import { defined } from '../support/defined.ts';
import { useWorld } from '../support/world.ts';

const stopped = { isStopped: false };
vi.mock('../../infra/operate/settings-table.ts', () => ({ isStopped: async () => stopped.isStopped }));

const world = useWorld();
const lambda = mockClient(LambdaClient);
const sqs = mockClient(SQSClient);
const now = new Date('2026-11-20T12:00:00Z');
const local: unknown = Reflect.get(globalThis, localQueue);
const queues: Record<'jobs' | 'schedules', Message[]> = { jobs: [], schedules: [] };
const arnOf = (name: string) => `arn:aws:lambda:us-east-1:000000000000:function:production-${name}`;

beforeAll(async () => {
  for (const id of ['lost', 'broken'])
    await beginJob(
      { id, kind: 'key fobs', input: {}, total: 4, message: 'Counting.' },
      { userId: world.admin.id },
      now,
    );
  const broken = defined(await loadJob('broken'));
  await saveJob(broken, { ...broken, status: 'failed', message: 'Two of four are stored.' });
  // messages are sent to SQS in this file
  Reflect.deleteProperty(globalThis, localQueue);
  vi.stubEnv('FAILED_JOBS_URL', 'jobs');
  vi.stubEnv('FAILED_SCHEDULES_URL', 'schedules');
  vi.stubEnv('OPERATED_STAGE', 'production');
});
afterAll(() => {
  Object.assign(globalThis, { [localQueue]: local });
  vi.unstubAllEnvs();
  lambda.restore();
  sqs.restore();
});
beforeEach(() => {
  stopped.isStopped = false;
  lambda.reset();
  sqs.reset();
  lambda.on(InvokeCommand).resolves({});
  sqs.on(SendMessageCommand).resolves({});
  queues.jobs = [
    { MessageId: '1', Body: JSON.stringify({ jobId: 'lost', version: 1 }) },
    { MessageId: '2', Body: JSON.stringify({ jobId: 'broken', version: 1 }) },
    { MessageId: '3', Body: 'not a job' },
  ];
  queues.schedules = [
    {
      MessageId: '4',
      Body: JSON.stringify({ time: '2026-11-09T06:15:00Z' }),
      MessageAttributes: {
        TARGET_ARN: { DataType: 'String', StringValue: `${arnOf('payments-generate-closed-month')}:live` },
      },
    },
    {
      MessageId: '5',
      Body: JSON.stringify({
        requestContext: { functionArn: `${arnOf('ledger-keep-ledger')}:7` },
        requestPayload: { time: '2026-11-10T06:45:00Z' },
      }),
    },
    { MessageId: '6', Body: JSON.stringify({ detail: 'a bounce' }) },
  ];
  const waiting = (url = '') => queues[url as keyof typeof queues];
  sqs.on(GetQueueAttributesCommand).callsFake(({ QueueUrl }: { QueueUrl: string }) => ({
    Attributes: { ApproximateNumberOfMessages: String(waiting(QueueUrl).length) },
  }));
  sqs.on(ReceiveMessageCommand).callsFake(({ QueueUrl }: { QueueUrl: string }) => ({
    Messages: waiting(QueueUrl)
      .splice(0)
      .map((message) => ({ ...message, ReceiptHandle: message.MessageId })),
  }));
  sqs.on(DeleteMessageCommand).resolves({});
});
const invoked = () => lambda.commandCalls(InvokeCommand).map(({ args }) => args[0].input);
const deleted = () => sqs.commandCalls(DeleteMessageCommand).map(({ args }) => args[0].input.ReceiptHandle);
const run = (name: string, changes: { at?: string; dryRun?: boolean } = {}) =>
  runSchedule({ stage: 'production', name, at: undefined, dryRun: false, ...changes }, now);

describe('run-schedule', () => {
  it('runs a handler by the alias of the live version, for its last due time', async () => {
    expect(await run('payments/generate-closed-month')).toContain(
      'Jobs that it started: npm run operate -- jobs --stage production',
    );
    expect(invoked()).toEqual([
      {
        FunctionName: 'production-payments-generate-closed-month',
        Qualifier: 'live',
        Payload: JSON.stringify({ time: '2026-11-09T06:15:00.000Z' }),
      },
    ]);
    expect(lastDue('ledger/keep-ledger', now).toISOString()).toBe('2026-11-20T06:45:00.000Z');
    expect(lastDue('payments/generate-next-dues', now).toISOString()).toBe('2026-10-25T05:15:00.000Z');
    expect(lastDue('jobs/wake-stuck-jobs', now)).toEqual(now);
    await run('ledger/keep-ledger', { at: '2026-11-18T06:45:00Z' });
    expect(invoked()[1]?.Payload).toBe(JSON.stringify({ time: '2026-11-18T06:45:00.000Z' }));
  });

  it('starts nothing in a dry run, during a stop, for an unknown name, or for a time to come', async () => {
    expect(await run('ledger/keep-ledger', { dryRun: true })).toContain('Nothing was started');
    await expect(run('')).rejects.toThrow(/Name a schedule[^]*payments\/generate-next-dues/);
    await expect(run('payments/none')).rejects.toThrow('There is no schedule payments/none');
    await expect(run('ledger/keep-ledger', { at: '2026-12-09' })).rejects.toThrow('not a past time');
    stopped.isStopped = true;
    await expect(run('ledger/keep-ledger')).rejects.toThrow('npm run operate -- resume --stage production');
    expect(invoked()).toEqual([]);
  });

  it('reports the error of the handler, with the command of its log', async () => {
    lambda.on(InvokeCommand).resolves({
      FunctionError: 'Unhandled',
      Payload: Buffer.from('{"errorMessage":"no table"}') as never,
    });
    await expect(run('ledger/keep-ledger')).rejects.toThrow(/no table[^]*npm run operate -- logs/);
  });
});

describe('jobs', () => {
  it('lists failed and waiting jobs, and failed messages, with the next command', async () => {
    const text = await listJobs();
    expect(text).toMatch(/1 failed\n {2}\S+ {2}broken {2}key fobs, 0 of 4: Two of four are stored\./);
    expect(text).toMatch(/lost {2}key fobs, 0 of 4: Counting/);
    expect(text).toContain('3 failed messages of jobs, 3 of schedules');
    expect(text).toContain('npm run operate -- jobs --redrive --stage production');
    expect(deleted()).toEqual([]);
  });

  it('starts failed messages again, and leaves those that it cannot read', async () => {
    const text = await redrive('production', now, { dryRun: false });
    expect(text).toContain('1 job continues. 1 had already ended. 1 unreadable message remains.');
    const sent = sqs.commandCalls(SendMessageCommand).map(({ args }) => args[0].input);
    // a message of the same version would be dropped
    expect(sent).toMatchObject([{ MessageGroupId: 'lost', MessageDeduplicationId: 'lost-1-1' }]);
    expect(
      invoked().map(({ FunctionName, Qualifier, Payload }) => [FunctionName, Qualifier, Payload]),
    ).toEqual([
      ['production-payments-generate-closed-month', 'live', '{"time":"2026-11-09T06:15:00Z"}'],
      ['production-ledger-keep-ledger', 'live', '{"time":"2026-11-10T06:45:00Z"}'],
    ]);
    expect(text).toContain('A message remains that is of no schedule: 6');
    expect(deleted()).toEqual(['1', '2', '4', '5']);
  });

  it('starts nothing in a dry run or during a stop, and keeps a schedule that fails again', async () => {
    expect(await redrive('production', now, { dryRun: true })).toContain('Nothing was started');
    stopped.isStopped = true;
    await expect(redrive('production', now, { dryRun: false })).rejects.toThrow('is stopped');
    expect(deleted()).toEqual([]);
    stopped.isStopped = false;
    lambda.on(InvokeCommand).resolves({ FunctionError: 'Unhandled', Payload: Buffer.from('again') as never });
    expect(await redrive('production', now, { dryRun: false })).toContain('failed: again');
    expect(deleted()).toEqual(['1', '2']);
  });

  it('shows the same to administrators', async () => {
    const listed = await call(jobs.list, world.admin, { query: { status: 'failed' } });
    expect(listed.body).toMatchObject({
      items: [{ id: 'broken', message: 'Two of four are stored.', canResume: false }],
      failedMessages: 3,
    });
    const redriven = await call(jobs.redrive, world.admin, {});
    expect(redriven.body).toEqual({
      success: true,
      message: '1 job continues. 1 had already ended. 1 unreadable message remains.',
    });
  });
});

describe('failures of the machine', () => {
  const failure = (code: string) => Object.assign(new Error(`${code}: details`), { code });

  it.each([
    ['a full disk', failure('ENOSPC'), 'The disk is full.'],
    [
      'a request without DNS',
      new TypeError('fetch failed', { cause: failure('EAI_AGAIN') }),
      'The DNS did not respond',
    ],
    ['several addresses', new AggregateError([failure('ECONNREFUSED')]), 'The connection was refused'],
    [
      'no credentials',
      Object.assign(new Error('Could not load'), { name: 'CredentialsProviderError' }),
      'aws configure',
    ],
  ])('are one sentence: %s', (_, error, text) => {
    const message = defined(userMessage(error));
    expect(message).toContain(text);
    expect(message).not.toMatch(/\n|\s+at /);
  });

  it('are no excuse for a fault of the code', () =>
    expect(userMessage(new TypeError('x is undefined'))).toBeUndefined());

  it('without DNS, the smoke check ends at once with one sentence', async () => {
    await expect(smokeForAMinute('https://portal.invalid')).rejects.toThrow(
      /^https:\/\/portal\.invalid is not healthy: \/ does not respond \((ENOTFOUND|EAI_AGAIN)\)[^\n]*$/,
    );
  });
});
