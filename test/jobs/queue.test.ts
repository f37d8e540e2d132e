import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import * as z from 'zod';
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { beginJob } from '../../functions/jobs/begin.ts';
import {
  wakeStuckJobsHandler as wakeJobs,
  onAccountMessageHandler as onAccountMessage,
  onDataMessageHandler as onMessage,
  onEmailMessageHandler as onEmailMessage,
} from '../../functions/jobs/handlers.ts';
import { defineJob } from '../../functions/jobs/job-kind.ts';
import { accountKinds } from '../../functions/workers/account-kinds.ts';
import { dataKinds } from '../../functions/workers/data-kinds.ts';
import { emailKinds } from '../../functions/workers/email-kinds.ts';
import { loadJob } from '../../functions/jobs/store.ts';
import { localQueue } from '../../functions/platform/queue.ts';
import { localJobQueue } from '../../infra/local/worker.ts';
import { allRunningJobs } from '../support/jobs.ts';
import { makeWorld } from '../support/world.ts';
import { defined } from '../support/defined.ts';

const at = new Date('2026-11-20T12:00:00Z');
let steps = 0;

const counting = defineJob({
  input: z.unknown(),
  cursor: z.int().default(0),
  step: ({ cursor }) => {
    steps += 1;
    const done = cursor + 1;
    return Promise.resolve({ done: 1, next: done === 4 ? null : done, message: 'Counting.' });
  },
});

beforeAll(async () => {
  await makeWorld();
  dataKinds['key fobs'] = counting;
  accountKinds['bank settlement'] = counting;
  emailKinds['club email'] = counting;
});

const begin = (id: string) =>
  beginJob({ id, kind: 'key fobs', input: {}, total: 4, message: 'Counting.' }, { userId: 'user-admin' }, at);

function sqs() {
  const local = Reflect.get(globalThis, localQueue);
  Reflect.deleteProperty(globalThis, localQueue);
  const mock = mockClient(SQSClient);
  mock.on(SendMessageCommand).resolves({});
  onTestFinished(() => {
    mock.restore();
    Object.assign(globalThis, { [localQueue]: local });
  });
  return () => mock.commandCalls(SendMessageCommand).map(({ args }) => args[0].input);
}

const deliver = (message: { MessageBody?: string }, left: () => number = () => 60_000) =>
  onMessage({ Records: [{ body: message.MessageBody }] } as SQSEvent, { getRemainingTimeInMillis: left });

describe('the job queue', () => {
  it('has one group per job and one message per step', async () => {
    const sent = sqs();
    await begin('job-grouped');
    let turns = 0;
    await deliver(defined(sent()[0]), () => (turns++ < 2 ? 60_000 : 0));
    expect(sent().map(({ MessageGroupId }) => MessageGroupId)).toEqual(['job-grouped', 'job-grouped']);
    expect(sent().map((record) => record.MessageDeduplicationId)).toEqual(['job-grouped-1', 'job-grouped-3']);
  });

  it.each([
    { worker: 'accounts', kind: 'bank settlement', take: onAccountMessage },
    { worker: 'emails', kind: 'club email', take: onEmailMessage },
    { worker: 'data', kind: 'key fobs', take: onMessage },
  ] as const)('runs a job on the $worker worker through several messages', async ({ worker, kind, take }) => {
    const sent = sqs();
    const id = `job-of-${worker}`;
    await beginJob({ id, kind, input: {}, total: 4, message: '' }, { userId: 'user-admin' }, at);
    let turns = 0;
    const records = (body?: string) => ({ Records: [{ body }] }) as SQSEvent;
    await take(records(sent()[0]?.MessageBody), {
      getRemainingTimeInMillis: () => (turns++ < 2 ? 60_000 : 0),
    });
    expect(sent().map((record) => record.MessageDeduplicationId)).toEqual([`${id}-1`, `${id}-3`]);
    await take(records(sent()[1]?.MessageBody), { getRemainingTimeInMillis: () => 60_000 });
    expect(await loadJob(id)).toMatchObject({ status: 'done', done: 4 });
    await take(records('not JSON'), { getRemainingTimeInMillis: () => 60_000 });
    expect(sent().map(({ MessageBody }) => MessageBody)).toContain('not JSON');
  });

  it('moves an unreadable message to the failed queue immediately and continues with the next', async () => {
    const sent = sqs();
    vi.stubEnv('FAILED_JOBS_URL', 'https://sqs.test/failed');
    onTestFinished(() => void vi.unstubAllEnvs());
    await begin('job-after-rubbish');
    const [good] = sent();
    for (const body of ['not JSON', '{"jobId":7}'])
      await onMessage({ Records: [{ body }, { body: good?.MessageBody }] } as SQSEvent, {
        getRemainingTimeInMillis: () => 60_000,
      });
    expect(await loadJob('job-after-rubbish')).toMatchObject({ status: 'done' });
    const aside = sent().filter(({ QueueUrl }) => QueueUrl === 'https://sqs.test/failed');
    expect(aside.map(({ MessageBody }) => MessageBody)).toEqual(['not JSON', '{"jobId":7}']);
    expect(new Set(aside.map((record) => record.MessageDeduplicationId)).size).toBe(2);
  });

  it('drops a message of an earlier step', async () => {
    const sent = sqs();
    await begin('job-redelivered');
    let turns = 0;
    await deliver(defined(sent()[0]), () => (turns++ < 1 ? 60_000 : 0));
    steps = 0;
    await deliver(defined(sent()[0]));
    expect(steps).toBe(0);
    await deliver(defined(sent()[1]));
    expect(await loadJob('job-redelivered')).toMatchObject({ status: 'done', done: 4 });
  });

  it('uses the same deduplication ID when a job is woken, so that a queued message gets no duplicate', async () => {
    const sent = sqs();
    await begin('job-woken');
    await wakeJobs();
    const own = sent().filter(({ MessageGroupId }) => MessageGroupId === 'job-woken');
    expect(new Set(own.map((record) => record.MessageDeduplicationId)).size).toBe(1);
    expect(own).toHaveLength(2);
  });
});

describe('the local queue', () => {
  afterEach(() => vi.restoreAllMocks());

  it('runs one job after the other, and ignores a job that is queued or running', async () => {
    const taken: string[] = [];
    let finish = () => {};
    const { add, empty } = localJobQueue((jobId) => {
      taken.push(jobId);
      return jobId === 'long' ? new Promise<void>((done) => (finish = done)) : Promise.resolve();
    });
    for (const jobId of ['long', 'next', 'long', 'next']) add(jobId);
    await vi.waitFor(() => expect(taken).toEqual(['long']));
    add('long');
    let isEmpty = false;
    const emptied = empty().then(() => (isEmpty = true));
    await new Promise(setImmediate);
    expect(isEmpty).toBe(false);
    finish();
    await emptied;
    expect(taken).toEqual(['long', 'next']);
    await empty();
  });

  it('continues with the next job after a failure', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const taken: string[] = [];
    const { add, empty } = localJobQueue((jobId) => {
      taken.push(jobId);
      return jobId === 'broken' ? Promise.reject(new Error('broken')) : Promise.resolve();
    });
    add('broken');
    add('good');
    await empty();
    expect(taken).toEqual(['broken', 'good']);
  });
});

describe('running jobs', () => {
  it('are all returned, also more than one hundred', async () => {
    const before = (await allRunningJobs()).length;
    for (let index = 0; index < 105; index++) await begin(`job-many-${index}`);
    expect(await allRunningJobs()).toHaveLength(before + 105);
  });
});
