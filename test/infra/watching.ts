import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { metricNames } from '../../functions/platform/metrics.ts';
import { assumedAlarms } from '../../infra/cost/cost-page.ts';
import { root } from '../../infra/handlers.ts';
import { hoursBetweenRuns } from '../../infra/alarms.ts';
import { schedules } from '../../infra/schedules.ts';
import { production, synthesised } from './portal.ts';

const portal = synthesised();
const open = synthesised(production);
const alarms = portal.all('AWS::CloudWatch::Alarm');

/** A heading as an address of the page writes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

test('every alarm names the affected users, links to its runbook page, and notifies a topic', () => {
  const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8');
  const anchors = [...runbook.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
  expect(alarms.length).toBeGreaterThanOrEqual(25);
  // the cost page assumes at least as many
  expect(alarms.length).toBeLessThanOrEqual(assumedAlarms);
  for (const [id, { Properties }] of alarms) {
    const [, hurts = '', page = ''] =
      /^(.+\.) What to do: docs\/runbook\.md#([\w-]+)$/.exec(String(Properties.AlarmDescription)) ?? [];
    expect(hurts.split(' ').length, id).toBeGreaterThan(6);
    expect(anchors, id).toContain(page);
    expect(Properties.AlarmActions, id).toHaveLength(1);
    const expectsData = id.includes('/AlarmsDidNotRun');
    expect(Properties.TreatMissingData, id).toBe(expectsData ? 'breaching' : 'notBreaching');
  }
});

test.each([
  'ApiErrors',
  'ApiErrorShare',
  'ApiSlow',
  'FunctionsThrottled',
  'ReadsThrottled',
  'WritesThrottled',
  'GenerationMissing',
  'LedgerDiffers',
  'FilesUnknown',
  'EmailsNotSent',
  'SenderNotReady',
  'EmailsBounce',
  'EmailsComplained',
  'LockOuts',
  'RequestsDenied',
  'AccountsRead',
  'AdministratorsInvited',
  'PayeesChanged',
  'FailedJobs',
  'FailedSchedules',
  'JobsWaitaccounts',
  'JobsWaitemails',
  'JobsWaitdata',
  'StepsFail',
])('%s raises an alarm', (name) =>
  expect(alarms.filter(([id]) => id.includes(`/Alarms${name}`)).length, name).toBe(1),
);

test('a daily schedule, or one by minutes, that does not run raises an alarm', () => {
  const found = alarms.filter(([id]) => id.includes('/AlarmsDidNotRun'));
  const wanted = Object.values(schedules).filter(({ when }) => hoursBetweenRuns(when) !== undefined);
  expect(found).toHaveLength(wanted.length);
  expect(wanted.length).toBeGreaterThan(10);
  for (const [id, { Properties }] of found) {
    expect(Properties.MetricName, id).toBe('Invocations');
    expect(Properties.ComparisonOperator, id).toBe('LessThanThreshold');
    // CloudWatch evaluates at most seven days
    expect(Number(Properties.Period) * Number(Properties.EvaluationPeriods), id).toBeLessThanOrEqual(604_800);
  }
});

test('a step that breaks is counted from the log of every worker', () => {
  const filters = portal.all('AWS::Logs::MetricFilter');
  expect(new Set(filters.map(([, { Properties }]) => JSON.stringify(Properties.LogGroupName))).size).toBe(3);
  for (const [id, { Properties }] of filters)
    expect(JSON.stringify(Properties.FilterPattern), id).toContain('job step failed');
});

test('what has a fixed name goes with its stage, where data stay too, so that it can be made again', () => {
  const named = open.all('AWS::Logs::LogGroup').filter(([, { Properties }]) => Properties.LogGroupName);
  expect(named.length).toBeGreaterThan(200);
  for (const [id, { DeletionPolicy }] of named) expect(DeletionPolicy, id).toBe('Delete');
  for (const type of ['AWS::DynamoDB::GlobalTable', 'AWS::S3::Bucket', 'AWS::SecretsManager::Secret'])
    for (const [id, { Properties }] of open.all(type))
      expect(Properties.TableName ?? Properties.BucketName ?? Properties.Name, id).toBeUndefined();
});

test('all that functions count is on the dashboard, which is one screen', () => {
  const [screen] = portal.all('AWS::CloudWatch::Dashboard');
  const body = JSON.stringify(screen?.[1].Properties.DashboardBody);
  for (const name of metricNames) expect(body, name).toContain(name);
  const heights = [...body.matchAll(/\\"y\\":(\d+)/g)].map(([, y]) => Number(y));
  expect(Math.max(...heights)).toBeLessThanOrEqual(20);
});

test('a stage with an alarm address has a budget alarm', () => {
  const [budget] = open.all('AWS::Budgets::Budget');
  expect(JSON.stringify(budget?.[1].Properties)).toContain(production.alarmEmail);
  expect(portal.all('AWS::Budgets::Budget')).toEqual([]);
});

test('no stack imports what comes and goes: a handler or an index can be removed', () => {
  const imported = [...portal.templates].flatMap(([name, template]) =>
    [...JSON.stringify(template.toJSON()).matchAll(/"Fn::ImportValue":"[^"]*?:ExportsOutput(\w+?)"/g)].map(
      ([, what = '']) => `${name} < ${what}`,
    ),
  );
  expect(imported.length).toBeGreaterThan(10);
  const stays =
    /(Ref|FnGetAtt)(Table|Settings|Files|Agreements|Outbox|VaultKey|Secrets|People|Api|Tokens|Cdn|Pages|Queues(Account|Email|Data|Failed)Jobs|CdnSecret)/;
  expect([...new Set(imported)].filter((line) => !stays.test(line))).toEqual([]);
});

test('exports that earlier releases import remain', () => {
  const [, jobs] = [...portal.templates].find(([name]) => name.endsWith('Jobs')) ?? [];
  const exported = Object.keys(jobs?.toJSON().Outputs ?? {});
  for (const queue of ['Account', 'Email', 'Data'])
    expect(exported).toContainEqual(expect.stringMatching(`^ExportsOutputRefQueues${queue}Jobs`));
});

test('a stage that is open sends traces, and each function may', () => {
  const tracing = (of: typeof portal) =>
    of
      .all('AWS::Lambda::Function')
      .filter(
        ([, { Properties }]) => Properties.Runtime === 'nodejs24.x' && Properties.Handler === 'index.handler',
      )
      .map(([, { Properties }]) => JSON.stringify(Properties.TracingConfig));
  expect(new Set(tracing(open))).toEqual(new Set(['{"Mode":"Active"}']));
  expect(new Set(tracing(portal))).toEqual(new Set([undefined]));
  const roles = open
    .all('AWS::IAM::Role')
    .filter(([, { Properties }]) => String(Properties.Path).endsWith('/functions/'));
  expect(roles.length).toBeGreaterThan(80);
  for (const [id, { Properties }] of roles) expect(JSON.stringify(Properties), id).toContain('xray:');
});
