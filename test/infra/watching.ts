import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { metricNames } from '../../functions/platform/metrics.ts';
import { assumedAlarms } from '../documents/cost-page.ts';
import { root } from '../../infra/build/handlers.ts';
import { makeFoundation } from '../../infra/app.ts';
import { logMetricNames } from '../../infra/stacks/log-links.ts';
import { hoursBetweenRuns } from '../../infra/alarms/job-alarms.ts';
import { indicators } from '../../infra/alarms/alarm-table.ts';
import { apiNames } from '../../infra/stacks/http-apis.ts';
import { schedules } from '../../infra/build/schedules.ts';
import { defined } from '../support/defined.ts';
import { firstContext, production, synthesised, type Resource } from './portal.ts';

const portal = synthesised();
const open = synthesised(production);
const metricAlarms = portal.all('AWS::CloudWatch::Alarm');
const composites = portal.all('AWS::CloudWatch::CompositeAlarm');
const nameOf = ([, { Properties }]: [string, Resource]) =>
  String(Properties.AlarmName).replace('wellport-dev-', '');
const sending = [...metricAlarms, ...composites].filter(([, { Properties }]) => Properties.AlarmActions);

/** A message of an alarm in a region. */
const textIn = (message: unknown): string =>
  typeof message === 'string'
    ? message
    : (message as { 'Fn::Join': [string, (string | object)[]] })['Fn::Join'][1]
        .map((part) => (typeof part === 'string' ? part : 'us-east-1'))
        .join('');

/** A heading as an address of the page writes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

test('every message names the affected users, and links to the runbook, the dashboard, and logs that exist', () => {
  const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8');
  const anchors = [...runbook.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
  const groups = open.all('AWS::Logs::LogGroup').map(([, { Properties }]) => Properties.LogGroupName);
  const messages = ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::CompositeAlarm']
    .flatMap((type) => open.all(type))
    .filter(([, { Properties }]) => Properties.AlarmActions);
  expect(messages.length).toBeGreaterThan(35);
  const home = 'https://us-east-1.console.aws.amazon.com/cloudwatch/home?region=us-east-1';
  for (const [id, { Properties }] of messages) {
    const text = textIn(Properties.AlarmDescription);
    // the limit of AWS
    expect(text.length, id).toBeLessThanOrEqual(1024);
    const [hurts = '', page, dashboard, logs = '', ...others] = text.split('\n');
    expect(others).toEqual([]);
    expect(hurts, id).toMatch(/^.+\.$/);
    expect(hurts.split(' ').length, id).toBeGreaterThan(6);
    const [, anchor] =
      /^What to do: https:\/\/code\.example\.com\/wellport\/docs\/runbook\.md#([\w-]+)$/.exec(page ?? '') ??
      [];
    expect(anchors, id).toContain(anchor);
    expect(dashboard).toBe(`Dashboard: ${home}#dashboards/dashboard/Wellport-production`);
    const ofLogs = id.includes('Status/') ? home.replaceAll('us-east-1', 'us-west-2') : home;
    expect(logs.startsWith(`Logs: ${ofLogs}#logsV2:logs-insights$3FqueryDetail$3D`), id).toBe(true);
    const decoded = decodedQuery(logs);
    const named = [...decoded.matchAll(/'(\/wellport\/production\/[\w/-]+)/g)].map(([, name]) => name);
    expect(named.length, id).toBeGreaterThan(0);
    for (const name of named) expect([...groups, '/wellport/production/status/probe'], id).toContain(name);
  }
});

/** The object in an address of a console's query: `$25` is an encoded percent sign, `*` one within texts. */
const decodedQuery = (address: string): string =>
  decodeURIComponent(decodeURIComponent(address.replaceAll('$', '%'))).replaceAll(
    /\*([\da-f]{2})/g,
    (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)),
  );

test('the link of an alarm opens its query over its logs', () => {
  const [, { Properties }] = defined(sending.find((alarm) => nameOf(alarm) === 'CallsBurnFast'));
  expect(decodedQuery(textIn(Properties.AlarmDescription).split('#').at(-1) ?? '')).toBe(
    "logsV2:logs-insights?queryDetail=~(end~0~start~-10800~timeType~'RELATIVE~unit~'seconds~editorString~'filter status like /^5/ | stats count(*) as calls by route, status~source~(~'/wellport/dev/gateway))",
  );
});

test('every alarm sends a message itself or is part of one that does, and the cost page assumes as many', () => {
  const rules = JSON.stringify(composites.map(([, { Properties }]) => Properties.AlarmRule));
  for (const [id, { Properties }] of metricAlarms) {
    const isPart = rules.includes(`"${id.split('/')[1]}"`);
    expect([Properties.AlarmActions === undefined, isPart], id).toEqual([isPart, isPart]);
    expect(Properties.TreatMissingData, id).toBe(
      /\/Alarms(DidNotRun|ProbeSilent)/.test(id) ? 'breaching' : 'notBreaching',
    );
  }
  for (const [id, { Properties }] of composites) expect(Properties.AlarmActions, id).toHaveLength(1);
  const all = open.all('AWS::CloudWatch::Alarm').flatMap(([, { Properties }]) => {
    const parts = Properties.Metrics as { MetricStat?: object }[] | undefined;
    return parts ? Math.max(1, parts.filter(({ MetricStat }) => MetricStat).length) : 1;
  });
  // an alarm is paid per metric
  expect(all.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(assumedAlarms.metrics);
  expect(open.all('AWS::CloudWatch::CompositeAlarm').length).toBeLessThanOrEqual(assumedAlarms.composites);
});

test('each indicator of the objectives has burn-rate alarms over two pairs of windows', () => {
  expect(new Set(indicators.map(({ objective }) => objective)).size).toBe(3);
  for (const { name, target } of indicators)
    for (const [speed, rate, windows] of [
      ['Fast', 14.4, [3600, 300]],
      ['Slow', 6, [21_600, 1800]],
    ] as const) {
      const parts = metricAlarms.filter((alarm) => nameOf(alarm).startsWith(`${name}Burn${speed}-`));
      expect(parts.map(([, { Properties }]) => Properties.Threshold)).toEqual([rate, rate]);
      for (const [index, [, { Properties }]] of parts.entries()) {
        const metrics = Properties.Metrics as { Expression?: string; MetricStat?: { Period: number } }[];
        expect(metrics[0]?.Expression).toContain(`failures / events / ${Number((1 - target).toFixed(6))}`);
        for (const { MetricStat } of metrics) if (MetricStat) expect(MetricStat.Period).toBe(windows[index]);
      }
    }
});

test('throttled requests of restored tables and of indexes are counted as well', () => {
  const queries = metricAlarms.filter(([id]) => id.includes('Throttled'));
  const texts = queries.map(([, { Properties }]) => JSON.stringify(Properties.Metrics ?? ''));
  for (const dimensions of ['TableName', 'GlobalSecondaryIndexName, TableName'])
    for (const name of ['ReadThrottleEvents', 'WriteThrottleEvents'])
      expect(
        texts.some((text) => text.includes(`SUM(${name}) FROM SCHEMA(\\"AWS/DynamoDB\\", ${dimensions})`)),
      ).toBe(true);
});

test('a daily schedule, or one by minutes, that does not run raises an alarm', () => {
  const found = metricAlarms.filter(([id]) => id.includes('/AlarmsDidNotRun'));
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

test('every handler that a schedule or an event starts has an alarm of its errors', () => {
  const failing = metricAlarms.filter(([id]) => id.includes('/AlarmsFails'));
  expect(failing).toHaveLength(Object.keys(schedules).length + 1);
});

test('a step that breaks is counted from the log of every worker', () => {
  const filters = portal
    .all('AWS::Logs::MetricFilter')
    .filter(([, { Properties }]) => JSON.stringify(Properties).includes('FailedJobSteps'));
  expect(new Set(filters.map(([, { Properties }]) => JSON.stringify(Properties.LogGroupName))).size).toBe(3);
  for (const [id, { Properties }] of filters)
    expect(JSON.stringify(Properties.FilterPattern), id).toContain('job step failed');
});

test('every metric that an alarm expects of a log has a filter', () => {
  const names = portal
    .all('AWS::Logs::MetricFilter')
    .flatMap(
      ([, { Properties }]) => (Properties.MetricTransformations as { MetricName: string }[])[0]?.MetricName,
    );
  expect(new Set(names)).toEqual(new Set(logMetricNames));
});

test('what has a fixed name goes with its stage, where data stay too, so that it can be made again', () => {
  const named = open.all('AWS::Logs::LogGroup').filter(([, { Properties }]) => Properties.LogGroupName);
  expect(named.length).toBeGreaterThan(200);
  for (const [id, { DeletionPolicy }] of named) expect(DeletionPolicy, id).toBe('Delete');
  for (const type of ['AWS::DynamoDB::GlobalTable', 'AWS::S3::Bucket', 'AWS::SecretsManager::Secret'])
    for (const [id, { Properties }] of open.all(type))
      expect(Properties.TableName ?? Properties.BucketName ?? Properties.Name, id).toBeUndefined();
});

const retained = ['Retain', 'RetainExceptOnCreate'];

test('a retained resource with a fixed name goes with a failed first deployment, and can have another name', () => {
  const named = [...open.templates].flatMap(([stack, template]) =>
    Object.entries(template.toJSON().Resources as Record<string, Resource>)
      .filter(
        ([, { DeletionPolicy, Properties }]) =>
          retained.includes(DeletionPolicy ?? '') &&
          Object.entries(Properties).some(
            ([name, text]) => /(Name|^EmailIdentity)$/.test(name) && typeof text === 'string',
          ),
      )
      .map(([, { Type, DeletionPolicy }]) => `${stack} ${Type} ${DeletionPolicy}`),
  );
  expect(named.toSorted()).toEqual([
    'Wellport-production-Data AWS::Backup::BackupVault RetainExceptOnCreate',
    'Wellport-production-Jobs AWS::SES::EmailIdentity RetainExceptOnCreate',
  ]);
  const again = { ...production, senderIdentity: 'existing', backupVaultName: 'wellport-production-2' };
  const { settings, data } = makeFoundation(again);
  // without it, the stack Jobs creates no identity (infra/permissions/email-events.ts)
  expect(settings.senderDomain).toBeUndefined();
  Template.fromStack(data).hasResourceProperties('AWS::Backup::BackupVault', {
    BackupVaultName: 'wellport-production-2',
  });
});

test('alarms go to a pager, whose address is a secret, from both regions', () => {
  const subscriptions = synthesised(firstContext).all('AWS::SNS::Subscription');
  const pagers = subscriptions.filter(([, { Properties }]) => Properties.Protocol === 'https');
  expect(pagers.map(([id]) => id.split('/')[0])).toEqual([
    'Wellport-production-Jobs',
    'Wellport-production-Status',
  ]);
  for (const [, { Properties }] of pagers)
    expect(JSON.stringify(Properties.Endpoint)).toContain('{{resolve:secretsmanager:pager');
  expect(subscriptions.filter(([, { Properties }]) => Properties.Protocol === 'email')).toHaveLength(2);
});

test('an alarm combines at most one metric of each HTTP API, so that a fifth one fits', () => {
  const counts = metricAlarms.map(([, { Properties }]) => {
    const metrics = (Properties.Metrics ?? []) as { MetricStat?: { Metric: object } }[];
    const ofApis = metrics.filter(({ MetricStat }) => JSON.stringify(MetricStat ?? '').includes('ApiId'));
    return {
      ofApis: ofApis.length,
      others: metrics.filter(({ MetricStat }) => MetricStat).length - ofApis.length,
    };
  });
  expect(Math.max(...counts.map(({ ofApis }) => ofApis))).toBe(apiNames.length);
  for (const { ofApis, others } of counts) expect(2 * ofApis + others).toBeLessThanOrEqual(8);
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
  const roles = open.all('AWS::IAM::Role').filter(([, { Properties }]) => Properties.Path !== undefined);
  expect(roles.length).toBeGreaterThan(80);
  for (const [id, { Properties }] of roles) expect(JSON.stringify(Properties), id).toContain('xray:');
});
