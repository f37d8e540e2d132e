import {
  readOn,
  requestMore,
  type Page,
  deploymentQuotas,
  warningShare,
  type QuotaUse,
} from './deployment-quotas.ts';
import { lengthOf, type StageTemplates } from './templates.ts';
import {
  alarmQueries,
  evaluatedSeconds,
  inAccount,
  lengthOfProperty,
  metricsOfAlarm,
  occurrences,
  ofDistribution,
  perOwner,
  perResource,
} from './uses.ts';
import { trialBankSettings } from '../../shared/bank-files/bank-settings.ts';
import type { ContextName, Stage } from '../stages/stage-file.ts';

const alarmRule = ['AWS::CloudWatch::CompositeAlarm', 'AlarmRule'] as const;

const watching: readonly Page[] = [
  {
    source: 'Amazon CloudWatch alarms: Limits',
    path: 'AmazonCloudWatch/latest/monitoring/CloudWatch_Alarms.html',
    read: readOn,
    rows: [
      ['metrics of an alarm with metric math', 10, 'fixed', metricsOfAlarm, 'combine metrics'],
      [
        'alarms with a query of Metrics Insights of an account and region',
        200,
        'adjustable',
        alarmQueries,
        requestMore,
      ],
    ],
  },
  {
    source: 'PutMetricAlarm',
    path: 'AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html',
    read: readOn,
    rows: [
      [
        'seconds that an alarm with periods of an hour or more evaluates',
        604_800,
        'fixed',
        evaluatedSeconds({ hourly: true }),
        'evaluate fewer periods',
      ],
      [
        'seconds that an alarm with shorter periods evaluates',
        86_400,
        'fixed',
        evaluatedSeconds({ hourly: false }),
        'use periods of an hour',
      ],
    ],
  },
  {
    source: 'CloudWatch service quotas',
    path: 'AmazonCloudWatch/latest/monitoring/cloudwatch_limits.html',
    rows: [
      [
        'alarms of an account and region',
        5000,
        'adjustable',
        inAccount('AWS::CloudWatch::Alarm', 'AWS::CloudWatch::CompositeAlarm'),
        requestMore,
      ],
      [
        'alarms in the rule of a composite alarm',
        100,
        'fixed',
        occurrences(...alarmRule, 'ALARM('),
        'divide the group',
      ],
      [
        'characters of the rule of a composite alarm',
        10_240,
        'fixed',
        lengthOfProperty(...alarmRule),
        'divide the group',
      ],
      [
        'widgets of a dashboard',
        500,
        'fixed',
        occurrences('AWS::CloudWatch::Dashboard', 'DashboardBody', '"properties":'),
        'divide the dashboard',
      ],
      [
        'metrics of a dashboard',
        2500,
        'fixed',
        occurrences('AWS::CloudWatch::Dashboard', 'DashboardBody', '["'),
        'divide the dashboard',
      ],
    ],
  },
  // PutDashboard documents no maximum: the body is limited by the template that contains it
  {
    source: 'Understand CloudFormation quotas',
    path: 'AWSCloudFormation/latest/UserGuide/cloudformation-limits.html',
    read: readOn,
    rows: [
      [
        'bytes of a dashboard in its template',
        1_048_576,
        'fixed',
        lengthOfProperty('AWS::CloudWatch::Dashboard', 'DashboardBody'),
        'divide the dashboard',
      ],
    ],
  },
  {
    source: 'CreateLogGroup',
    path: 'AmazonCloudWatchLogs/latest/APIReference/API_CreateLogGroup.html',
    read: readOn,
    rows: [
      [
        'log groups of an account and region',
        1_000_000,
        'adjustable',
        inAccount('AWS::Logs::LogGroup'),
        requestMore,
      ],
    ],
  },
  {
    source: 'PutMetricFilter',
    path: 'AmazonCloudWatchLogs/latest/APIReference/API_PutMetricFilter.html',
    read: readOn,
    rows: [
      [
        'metric filters of a log group',
        100,
        'fixed',
        perOwner('AWS::Logs::MetricFilter', 'LogGroupName'),
        'use dimensions',
      ],
    ],
  },
];

const events: readonly Page[] = [
  {
    source: 'Amazon EventBridge quotas',
    path: 'eventbridge/latest/userguide/eb-quota.html',
    read: readOn,
    rows: [['rules of an event bus', 300, 'adjustable', inAccount('AWS::Events::Rule'), requestMore]],
  },
  {
    source: 'Quotas for Amazon EventBridge Scheduler',
    path: 'scheduler/latest/UserGuide/scheduler-quotas.html',
    read: readOn,
    rows: [
      [
        'schedules of an account and region',
        10_000_000,
        'adjustable',
        inAccount('AWS::Scheduler::Schedule'),
        requestMore,
      ],
    ],
  },
];

const cdn: Page = {
  source: 'Quotas - Amazon CloudFront',
  path: 'AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html',
  read: readOn,
  rows: [
    ['behaviors of the CDN', 75, 'adjustable', ofDistribution('CacheBehaviors'), requestMore],
    ['origins of the CDN', 100, 'adjustable', ofDistribution('Origins'), requestMore],
    [
      'query parameters of a cache policy',
      10,
      'adjustable',
      perResource<CachePolicy>(
        'AWS::CloudFront::CachePolicy',
        ({ CachePolicyConfig: { ParametersInCacheKeyAndForwardedToOrigin: key } }) =>
          (key.QueryStringsConfig.QueryStrings ?? []).length,
      ),
      'one cache policy per endpoint, or request more',
    ],
    [
      'characters of the content security policy',
      1783,
      'adjustable',
      perResource<ResponseHeaders>(
        'AWS::CloudFront::ResponseHeadersPolicy',
        ({ ResponseHeadersPolicyConfig }) =>
          lengthOf(ResponseHeadersPolicyConfig.SecurityHeadersConfig?.ContentSecurityPolicy ?? ''),
      ),
      requestMore,
    ],
    [
      'bytes of a function of the CDN',
      10_240,
      'fixed',
      lengthOfProperty('AWS::CloudFront::Function', 'FunctionCode'),
      'use a key value store',
    ],
  ],
};

interface CachePolicy {
  CachePolicyConfig: {
    ParametersInCacheKeyAndForwardedToOrigin: { QueryStringsConfig: { QueryStrings?: string[] } };
  };
}
interface ResponseHeaders {
  ResponseHeadersPolicyConfig: { SecurityHeadersConfig?: { ContentSecurityPolicy?: object } };
}

/** Quotas of alarms, logs, events, and the CDN. */
const operationQuotas: readonly Page[] = [...watching, ...events, cdn];

/** Values of the second copy. */
export const samplePlaces = {
  copyVaultArn: 'arn:aws:backup:us-west-2:222222222222:backup-vault:wellport-production-copy',
  outboxCopyArn: 'arn:aws:s3:::outbox-copy',
  agreementsCopyArn: 'arn:aws:s3:::agreements-copy',
};

/** Values that stages other than dev require, for the synthesis of a stage that is not set up. */
export const sampleValues = {
  domain: 'portal.example.com',
  certificate: 'arn:aws:acm:us-east-1:000000000000:certificate/1',
  mailFrom: 'Wellport <no-reply@example.com>',
  alarmEmail: 'operators@example.com',
  runbookAddress: 'https://code.example.com/wellport/docs/runbook.md',
  bankSettings: JSON.stringify({ ...trialBankSettings(), prenotes: undefined }),
} satisfies Partial<Record<ContextName, string>>;

/** Returns the context with which any stage can be synthesized. */
export const sampleContext = (stage: Stage): Record<string, string> =>
  stage === 'dev' ? {} : { stage, ...sampleValues, ...samplePlaces };

/** Returns every quota with its use by a stage. */
export const quotaUses = (stage: StageTemplates): QuotaUse[] =>
  [...deploymentQuotas, ...operationQuotas].flatMap(({ source, path, read, rows }) =>
    rows.map(([name, limit, kind, use, remedy, accepted = warningShare]) => ({
      name,
      limit,
      used: use(stage),
      adjustable: kind === 'adjustable',
      accepted,
      source,
      url: `https://docs.aws.amazon.com/${path}`,
      read,
      remedy,
    })),
  );

/** Returns the quotas of which a stage uses more than is accepted. */
export const overused = (uses: readonly QuotaUse[]): QuotaUse[] =>
  uses.filter(({ used, limit, accepted }) => used > accepted * limit);
