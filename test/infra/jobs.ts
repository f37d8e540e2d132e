import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Match } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { handlerSources } from '../../infra/build/handler-sources.ts';
import { allHandlers, root, queueHandlers } from '../../infra/build/handlers.ts';
import { scheduledHandlers, schedules } from '../../infra/build/schedules.ts';
import type { JobWorker } from '../../shared/jobs/job.ts';
import { periodSettings } from '../../shared/periods/period.ts';
import { synthesised } from './portal.ts';
import { actionsOf, statementsOf } from './rights.ts';
import { defined } from '../support/defined.ts';

const portal = synthesised();
const jobs = defined(portal.templates.get('Wellport-dev-Jobs'));
const queues = portal.all('AWS::SQS::Queue');

test('a message that fails five times waits in a queue of its own', () => {
  const working = queues.filter(([, { Properties }]) => Properties.RedrivePolicy !== undefined);
  expect(working).toHaveLength(3);
  for (const [id, { Properties }] of working)
    expect(Properties.RedrivePolicy, id).toMatchObject({ maxReceiveCount: 5 });
  expect(queues).toHaveLength(5);
  for (const [id, { Properties }] of queues) expect(Properties.SqsManagedSseEnabled, id).toBe(true);
});

test('the jobs are first-in-first-out, so that one job never has two workers', () => {
  const fifo = queues.filter(([, { Properties }]) => Properties.FifoQueue === true);
  expect(fifo.map(([id]) => id.replace(/[0-9A-F]{8}$/, ''))).toEqual([
    'Wellport-dev-Jobs/QueuesFailedJobs',
    'Wellport-dev-Jobs/QueuesAccountJobs',
    'Wellport-dev-Jobs/QueuesEmailJobs',
    'Wellport-dev-Jobs/QueuesDataJobs',
  ]);
});

test('a message stays with its worker longer than the worker may run', () => {
  const workers = portal
    .all('AWS::Lambda::Function')
    .filter(
      ([, lambda]) =>
        lambda.Properties.Runtime === 'nodejs24.x' &&
        Object.values(queueHandlers).includes(defined(portal.handlerIn(lambda))),
    );
  expect(workers).toHaveLength(3);
  const working = queues.filter(([, { Properties }]) => Properties.RedrivePolicy !== undefined);
  for (const [id, { Properties }] of working)
    for (const [, worker] of workers)
      expect(Properties.VisibilityTimeout, id).toBeGreaterThanOrEqual(6 * Number(worker.Properties.Timeout));
});

test('each worker takes its own queue, one message at a time', () => {
  const mappings = portal.all('AWS::Lambda::EventSourceMapping');
  for (const [id, { Properties }] of mappings) expect(Properties.BatchSize, id).toBe(1);
  const pairs = mappings.map(([, { Properties }]) =>
    ['FunctionName', 'EventSourceArn']
      .map((name) => /(account|email|data)/i.exec(JSON.stringify(Properties[name]))?.[1]?.toLowerCase())
      .join(' from '),
  );
  expect(pairs.toSorted()).toEqual(['account from account', 'data from data', 'email from email']);
});

test('only the worker of accounts opens them, only it stores bank files, and that of data sends no email', () => {
  const mayOf = (worker: JobWorker) => actionsOf(queueHandlers[worker]);
  expect(mayOf('accounts')).toEqual(expect.arrayContaining(['kms:Decrypt', 'kms:GenerateDataKey']));
  for (const worker of ['emails', 'data'] as const)
    expect(mayOf(worker).filter((action) => action.startsWith('kms:'))).toEqual([]);
  expect(mayOf('data').filter((action) => /^(ses|secretsmanager|cognito-idp):/.test(action))).toEqual([]);
  for (const worker of ['emails', 'data'] as const)
    expect(JSON.stringify(statementsOf(queueHandlers[worker]))).not.toContain('Outbox');
});

test('every scheduled handler has its schedule in Chicago’s time, and a failed event is kept', () => {
  jobs.resourceCountIs('AWS::Scheduler::Schedule', scheduledHandlers.length);
  for (const handler of scheduledHandlers)
    jobs.hasResourceProperties('AWS::Scheduler::Schedule', {
      Description: `${handler}, ${schedules[handler].when}`,
      ScheduleExpression: schedules[handler].when,
      ScheduleExpressionTimezone: 'America/Chicago',
      Target: Match.objectLike({
        DeadLetterConfig: Match.anyValue(),
        // handlers receive the scheduled time
        Input: '{"time":"<aws.scheduler.scheduled-time>"}',
      }),
    });
  jobs.resourceCountIs('AWS::Lambda::EventInvokeConfig', scheduledHandlers.length);
});

test('every handler that there is is started by its route, an event or its row of the schedules', () => {
  expect([...handlerSources().keys()].toSorted()).toEqual(allHandlers.toSorted());
});

test('the runbook’s table of what runs by itself is that of the schedules', () => {
  const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8');
  const rows = [...runbook.matchAll(/^\| `([\w-]+\/[\w-]+)` +\| `([^`]+)` +\| (.+?) +\| (.+?) +\|$/gm)];
  expect(rows.map(([, handler, ...row]) => [handler, ...row])).toEqual(
    Object.entries(schedules).map(([handler, { when, does, hurts }]) => [handler, when, does, hurts]),
  );
});

test('what follows from a closed month is generated on the first day on which it is closed', () => {
  expect(schedules['payments/generate-closed-month'].when).toBe(
    `cron(15 0 ${periodSettings.reportingDeadlineDay + 1} * ? *)`,
  );
});

test('no turn falls into the hour that a day of the year lacks', () => {
  for (const { when } of Object.values(schedules)) {
    const hour = /^cron\(\S+ (\S+)/.exec(when)?.[1];
    if (hour) expect(Number(hour)).not.toBe(2);
  }
});

test('failed messages, steps, and calls each raise an alarm', () => {
  const text = JSON.stringify(defined(portal.templates.get('Wellport-dev-Jobs')).toJSON());
  for (const what of ['FailedJobs', 'FailedSchedules', 'CallsBurn', 'StepsFail'])
    expect(text).toContain(what);
  expect(text).toContain('job step failed');
});
