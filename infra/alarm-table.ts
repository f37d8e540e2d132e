import { Duration } from 'aws-cdk-lib/core';
import { MathExpression, Metric, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { metricNamespace, type MetricName } from '../functions/platform/metrics.ts';
import type { GatewayStack } from './gateway-stack.ts';
import { apiNames } from './http-apis.ts';
import type { JobsQueue } from './jobs-queue.ts';

export const period = Duration.minutes(5);

/** One alarm and its metric. */
export interface AlarmRow {
  name: string;
  metric: IMetric;
  /** Lower bound of the alarm state, for `periods` consecutive periods (default 1). */
  threshold: number;
  periods?: number;
  /** The alarm state is no data or less than the threshold. */
  expectsData?: true;
  /** Affected users and impact, one sentence. */
  hurts: string;
  /** Anchor of the section in docs/runbook.md. */
  runbook: string;
}

export interface Watched {
  stage: string;
  gateway: GatewayStack;
  queues: JobsQueue;
  table: ITableV2;
}

/** Returns a metric written by functions (functions/platform/metrics.ts). */
export const ownMetric = (stage: string, metricName: MetricName, statistic = 'Sum'): Metric =>
  new Metric({
    namespace: metricNamespace(stage),
    metricName,
    statistic,
    period,
    dimensionsMap: { service: 'wellport' },
  });

const sum = { period, statistic: 'Sum' };

/** Returns all alarms except those of the schedules and workers, which have one each. */
export const alarmRows = (watched: Watched): AlarmRow[] => [
  ...callRows(watched),
  ...throttleRows(watched),
  ...queueRows(watched),
  ...moneyRows(watched),
  ...emailAndLogInRows(watched),
];

/**
 * Returns the sum or maximum of a metric over all HTTP APIs. An API without requests has no data; METRICS() ignores it,
 * whereas an addition would have no result.
 */
function overApis(
  { gateways }: GatewayStack,
  fn: 'SUM' | 'MAX',
  metricOf: (api: HttpApi) => Metric,
  prefix = 'of',
): MathExpression {
  const metrics = apiNames.map((name) => [`${prefix}_${name}`, metricOf(gateways[name].api)] as const);
  return new MathExpression({
    label: metrics[0]?.[1].metricName,
    expression: `${fn}(METRICS("${prefix}_"))`,
    usingMetrics: Object.fromEntries(metrics),
    period,
  });
}

const callRows = ({ gateway }: Watched): AlarmRow[] => [
  {
    name: 'ApiErrors',
    metric: overApis(gateway, 'SUM', (api) => api.metricServerError(sum)),
    threshold: 5,
    hurts: 'Users see "Something went wrong on our side" instead of their page.',
    runbook: 'the-api-fails',
  },
  {
    name: 'ApiErrorShare',
    metric: new MathExpression({
      label: 'failed requests in percent',
      expression: 'IF(calls > 20, 100 * failed / calls, 0)',
      usingMetrics: {
        calls: overApis(gateway, 'SUM', (api) => api.metricCount(sum), 'calls'),
        failed: overApis(gateway, 'SUM', (api) => api.metricServerError(sum), 'failed'),
      },
      period,
    }),
    threshold: 1,
    periods: 3,
    hurts: 'One request in a hundred fails for 15 minutes: many pages show an error.',
    runbook: 'the-api-fails',
  },
  {
    name: 'ApiSlow',
    metric: overApis(gateway, 'MAX', (api) => api.metricLatency({ period, statistic: 'p95' })),
    threshold: 2000,
    periods: 3,
    hurts: 'Users wait: one request in twenty takes longer than two seconds, for 15 minutes.',
    runbook: 'the-api-is-slow',
  },
];

const throttleRows = ({ table }: Watched): AlarmRow[] => {
  const throttled = (metricName: string) =>
    table.metric(metricName, { ...sum, dimensionsMap: { TableName: table.tableName } });
  return [
    {
      name: 'FunctionsThrottled',
      metric: new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', ...sum }),
      threshold: 1,
      hurts: 'Users see an error: the account reached its limit of concurrent functions.',
      runbook: 'something-is-throttled',
    },
    {
      name: 'ReadsThrottled',
      metric: throttled('ReadThrottleEvents'),
      threshold: 10,
      hurts: 'Lists are slow or fail: the table throttles reads.',
      runbook: 'something-is-throttled',
    },
    {
      name: 'WritesThrottled',
      metric: throttled('WriteThrottleEvents'),
      threshold: 10,
      hurts: 'Changes are slow or refused: the table throttles writes.',
      runbook: 'something-is-throttled',
    },
  ];
};

const queueRows = ({ queues }: Watched): AlarmRow[] => [
  {
    name: 'FailedJobs',
    metric: queues.failedJobs.metricApproximateNumberOfMessagesVisible({ period }),
    threshold: 1,
    hurts: 'A long-running operation (upload, generation, invitations) stopped: its message failed.',
    runbook: 'a-job-is-stuck',
  },
  {
    name: 'FailedSchedules',
    metric: queues.failedSchedules.metricApproximateNumberOfMessagesVisible({ period }),
    threshold: 1,
    hurts: 'A scheduled handler did not run, possibly the monthly payments. The message names the function.',
    runbook: 'scheduled-jobs',
  },
  ...Object.entries(queues.jobs).map(([worker, queue]) => ({
    name: `JobsWait-${worker}`,
    metric: queue.metricApproximateAgeOfOldestMessage({ period }),
    threshold: 900,
    hurts: `Users wait for long-running operations (${worker}): the oldest message has waited for 15 minutes.`,
    runbook: 'a-job-is-stuck',
  })),
];

const moneyRows = ({ stage }: Watched): AlarmRow[] => [
  {
    name: 'GenerationMissing',
    metric: ownMetric(stage, 'GenerationsMissing', 'Maximum'),
    threshold: 1,
    hurts:
      'Members, clubs, or partners are paid or charged late: a generation of the night had not ended at 03:00.',
    runbook: 'a-generation-did-not-end',
  },
  {
    name: 'LedgerDiffers',
    metric: ownMetric(stage, 'LedgerDifferences', 'Maximum'),
    threshold: 1,
    hurts: 'Money may be wrong: the nightly proof found payments that the ledger does not explain.',
    runbook: 'the-ledger-does-not-add-up',
  },
  {
    name: 'FilesUnknown',
    metric: ownMetric(stage, 'FilesUnknown', 'Maximum'),
    threshold: 1,
    hurts: 'The payments of a bank file wait: its delivery has been unconfirmed for 15 minutes.',
    runbook: 'a-bank-file-is-not-submitted',
  },
];

const emailAndLogInRows = ({ stage }: Watched): AlarmRow[] => {
  const ses = (metricName: string) =>
    new Metric({ namespace: 'AWS/SES', metricName, period: Duration.hours(1), statistic: 'Maximum' });
  return [
    {
      name: 'EmailsNotSent',
      metric: ownMetric(stage, 'EmailsNotSent'),
      threshold: 1,
      hurts: 'No emails are sent: SES rejects the sender as unverified, paused, or in the sandbox.',
      runbook: 'emails-are-not-sent',
    },
    {
      name: 'SenderNotReady',
      metric: ownMetric(stage, 'SenderNotReady', 'Maximum'),
      threshold: 1,
      hurts: 'The next email will fail: the sender is unverified, paused, or in the sandbox.',
      runbook: 'emails-are-not-sent',
    },
    {
      name: 'EmailsBounce',
      metric: ses('Reputation.BounceRate'),
      threshold: 0.04,
      hurts:
        'Members do not receive invitations and vouchers, and AWS pauses all emails at a bounce rate of 10 percent.',
      runbook: 'emails-come-back',
    },
    {
      name: 'EmailsComplained',
      metric: ses('Reputation.ComplaintRate'),
      threshold: 0.0008,
      hurts:
        'Recipients report our emails as unwanted, and AWS pauses all emails at a complaint rate of 0.1 percent.',
      runbook: 'emails-come-back',
    },
    {
      name: 'LockOuts',
      metric: ownMetric(stage, 'LockOuts'),
      threshold: 20,
      hurts:
        'An attacker may be guessing passwords: twenty sources or names were locked within five minutes.',
      runbook: 'many-log-ins-are-locked',
    },
  ];
};
