import { expect, test } from 'vitest';
import { overused, quotaUses, sampleContext } from '../../infra/quotas/quotas.ts';
import {
  codeBytesIn,
  resourcesOfOperations,
  templatesIn,
  type Resource,
  type StageTemplates,
} from '../../infra/quotas/templates.ts';
import { stages } from '../../infra/stages/stage-file.ts';
import { handlersMade } from '../support/built-folder.ts';
import { synthesised } from './portal.ts';

const codeBytes = codeBytesIn(await handlersMade());
const byStage = stages.map(
  (stage) => [stage, templatesIn(synthesised(sampleContext(stage)).directory, codeBytes)] as const,
);
const namesOf = (stage: StageTemplates) => overused(quotaUses(stage)).map(({ name }) => name);

test.each(byStage)('%s uses at most the accepted share of every quota', (_, stage) => {
  const shares = overused(quotaUses(stage)).map(({ name, used, limit }) => `${name}: ${used} of ${limit}`);
  expect(shares).toEqual([]);
});

test.each(byStage)('the use of %s is measured for every quota', (_, stage) => {
  const unused = quotaUses(stage).filter(({ used }) => !(used > 0));
  expect(unused.map(({ name }) => name)).toEqual([
    'mappings of a template',
    'deployments of API routes at the same time, one in five seconds',
    'global secondary indexes of a table that a deployment adds or removes',
  ]);
});

test('one stack with the endpoints of all HTTP APIs, as in former releases, is refused', () => {
  for (const [, stage] of byStage) {
    const apis = [...stage.templates.keys()].filter((file) => /^Wellport-\w+-Api-\w+\.template/.test(file));
    expect(apis.length).toBeGreaterThan(1);
    const former: StageTemplates = {
      ...stage,
      nested: new Map([['Api', apis.flatMap((file) => [file, ...(stage.nested.get(file) ?? [])])]]),
      templates: new Map([...stage.templates, ['Api', { Resources: {} }]]),
    };
    expect(resourcesOfOperations(former).get('Api')).toBeGreaterThan(2000);
    expect(namesOf(former)).toEqual(['resources of an operation on a stack with its nested stacks']);
  }
});

const many = (count: number, resource: Resource): Record<string, Resource> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`Resource${index}`, resource]));
const alone = (Resources: Record<string, Resource>, sections: object = {}): StageTemplates => ({
  templates: new Map([['planted.template.json', { Resources, ...sections }]]),
  nested: new Map(),
  bytes: [1],
  codeBytes: 0,
});
const templatesWith = (Type: string, Properties: Record<string, unknown>): StageTemplates =>
  alone({ Planted: { Type, Properties } });
const repeated = (count: number, Type: string, Properties: Record<string, unknown> = {}): StageTemplates =>
  alone(many(count, { Type, Properties }));
const list = (length: number, item: unknown = {}): unknown[] => Array.from({ length }, () => item);
const text = (length: number): string => 'x'.repeat(length);
const alarm = 'AWS::CloudWatch::Alarm';
const distribution = (name: string, length: number) =>
  templatesWith('AWS::CloudFront::Distribution', { DistributionConfig: { [name]: list(length) } });

const withIndexes = (...names: string[]): StageTemplates =>
  templatesWith('AWS::DynamoDB::GlobalTable', {
    GlobalSecondaryIndexes: names.map((IndexName) => ({ IndexName })),
  });

/** A fault of each kind, by the quota that it exceeds. */
const planted: Record<string, StageTemplates> = {
  'resources of a template': repeated(450, 'AWS::SNS::Topic'),
  'bytes of a template': { ...alone({}), bytes: [900_000] },
  'outputs and exports of a template': alone({}, { Outputs: list(170) }),
  'parameters of a template': alone({}, { Parameters: list(170) }),
  'mappings of a template': alone({}, { Mappings: list(170) }),
  'dynamic references of a template': repeated(50, 'AWS::SNS::Topic', { Name: '{{resolve:ssm:name}}' }),
  'stacks of an account and region': {
    ...alone({}),
    templates: new Map(list(410).map((_, index) => [`${index}.template.json`, { Resources: {} }])),
  },
  'integrations of an HTTP API': repeated(241, 'AWS::ApiGatewayV2::Integration', {
    ApiId: 'Apimoney12345678',
  }),
  'routes of an HTTP API': repeated(241, 'AWS::ApiGatewayV2::Route', { ApiId: { Ref: 'Api12345678' } }),
  'authorizers of an HTTP API': repeated(9, 'AWS::ApiGatewayV2::Authorizer', { ApiId: 'Api12345678' }),
  'calls per second that manage APIs while the endpoints of a stage are created': repeated(
    2500,
    'AWS::ApiGatewayV2::Route',
    { ApiId: 'Api12345678' },
  ),
  'deployments of API routes at the same time, one in five seconds': templatesWith(
    'AWS::ApiGatewayV2::Stage',
    {
      AutoDeploy: false,
    },
  ),
  'bytes of the format of the access log': templatesWith('AWS::ApiGatewayV2::Stage', {
    AccessLogSettings: { Format: text(2500) },
  }),
  'characters of the inline policies of a role': templatesWith('AWS::IAM::Role', {
    Policies: list(2, { PolicyDocument: { Statement: [{ Resource: text(4100) }] } }),
  }),
  'roles of an account': repeated(201, 'AWS::IAM::Role'),
  'characters of the trust policy of a role': templatesWith('AWS::IAM::Role', {
    AssumeRolePolicyDocument: { Statement: text(1700) },
  }),
  'bytes of the environment variables of a function': templatesWith('AWS::Lambda::Function', {
    Environment: { Variables: { SETTINGS: { 'Fn::Join': ['', [text(3300), { Ref: 'AWS::Region' }]] } } },
  }),
  'bytes of stored functions of an account and region': { ...alone({}), codeBytes: 2.2e9 },
  'metrics of an alarm with metric math': templatesWith(alarm, {
    Metrics: list(10, { MetricStat: { Period: 60 } }),
    EvaluationPeriods: 1,
  }),
  'alarms with a query of Metrics Insights of an account and region': repeated(41, alarm, {
    Metrics: [{ Expression: 'SELECT SUM(x) FROM y', Period: 60 }],
    EvaluationPeriods: 1,
  }),
  'seconds that an alarm with periods of an hour or more evaluates': templatesWith(alarm, {
    Period: 3600,
    EvaluationPeriods: 150,
  }),
  'seconds that an alarm with shorter periods evaluates': templatesWith(alarm, {
    Period: 300,
    EvaluationPeriods: 288,
  }),
  'alarms of an account and region': repeated(1001, 'AWS::CloudWatch::CompositeAlarm'),
  'alarms in the rule of a composite alarm': templatesWith('AWS::CloudWatch::CompositeAlarm', {
    AlarmRule: list(81, 'ALARM(a)').join(' OR '),
  }),
  'characters of the rule of a composite alarm': templatesWith('AWS::CloudWatch::CompositeAlarm', {
    AlarmRule: text(9000),
  }),
  'widgets of a dashboard': templatesWith('AWS::CloudWatch::Dashboard', {
    DashboardBody: list(410, '{"properties":{}}').join(),
  }),
  'bytes of a dashboard in its template': templatesWith('AWS::CloudWatch::Dashboard', {
    DashboardBody: text(900_000),
  }),
  'metrics of a dashboard': templatesWith('AWS::CloudWatch::Dashboard', {
    DashboardBody: list(2100, '["a"]').join(),
  }),
  'log groups of an account and region': repeated(200_001, 'AWS::Logs::LogGroup'),
  'metric filters of a log group': repeated(81, 'AWS::Logs::MetricFilter', { LogGroupName: { Ref: 'Log' } }),
  'rules of an event bus': repeated(61, 'AWS::Events::Rule'),
  'global secondary indexes of a table': templatesWith('AWS::DynamoDB::GlobalTable', {
    GlobalSecondaryIndexes: list(19),
  }),
  'global secondary indexes of a table that a deployment adds or removes': {
    ...withIndexes('byName'),
    deployed: withIndexes('byDate').templates,
  },
  'behaviors of the CDN': distribution('CacheBehaviors', 61),
  'origins of the CDN': distribution('Origins', 81),
  'query parameters of a cache policy': templatesWith('AWS::CloudFront::CachePolicy', {
    CachePolicyConfig: {
      ParametersInCacheKeyAndForwardedToOrigin: { QueryStringsConfig: { QueryStrings: list(9) } },
    },
  }),
  'characters of the content security policy': templatesWith('AWS::CloudFront::ResponseHeadersPolicy', {
    ResponseHeadersPolicyConfig: { SecurityHeadersConfig: { ContentSecurityPolicy: text(1500) } },
  }),
  'bytes of a function of the CDN': templatesWith('AWS::CloudFront::Function', { FunctionCode: text(9000) }),
};

test.each(Object.entries(planted))('too many %s are found', (name, stage) =>
  expect(namesOf(stage)).toContain(name),
);

test('a deployment adds or removes one index of a table', () => {
  const added = { ...withIndexes('byName', 'byDate'), deployed: withIndexes('byName').templates };
  expect(namesOf(added)).toEqual([]);
});

test('every quota has a planted fault, a source, and a remedy', () => {
  const uses = quotaUses(alone({}));
  // a region has room for millions of schedules
  const withFault = [
    ...Object.keys(planted),
    'resources of an operation on a stack with its nested stacks',
    'schedules of an account and region',
  ];
  expect(uses.map(({ name }) => name).toSorted()).toEqual(withFault.toSorted());
  for (const { name, source, url, remedy, read } of uses) {
    expect(url, name).toMatch(/^https:\/\/docs\.aws\.amazon\.com\/[\w/#-]+\.html(#[\w-]+)?$/);
    expect(`${source} ${remedy}`.length, name).toBeGreaterThan(20);
    expect(read ?? 'not verified', name).toMatch(/^(\d{4}-\d\d-\d\d|not verified)$/);
  }
});
