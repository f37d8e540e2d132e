import { Duration } from 'aws-cdk-lib/core';
import { MathExpression, Metric, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { metricNamespace, type MetricName } from '../functions/platform/metrics.ts';
import type { GatewayStack } from './gateway-stack.ts';
import type { JobsQueue } from './jobs-queue.ts';

export const period = Duration.minutes(5);

/** What wakes an operator. */
export interface AlarmRow {
  name: string;
  metric: IMetric;
  /** From here on it wakes; for so many periods in a row, one when left out. */
  threshold: number;
  periods?: number;
  /** Who is hurt, and how. */
  hurts: string;
  /** The heading of docs/runbook.md that says what to do, as an address writes it. */
  runbook: string;
}

interface Watched {
  stage: string;
  gateway: GatewayStack;
  queues: JobsQueue;
  table: ITableV2;
}

/** A metric that functions write themselves (functions/platform/metrics.ts). */
export const ownMetric = (stage: string, metricName: MetricName, statistic = 'Sum'): Metric =>
  new Metric({
    namespace: metricNamespace(stage),
    metricName,
    statistic,
    period,
    dimensionsMap: { service: 'wellport' },
  });

const sum = { period, statistic: 'Sum' };

/** All but those of the schedules and the workers, which have one each. */
export const alarmRows = (watched: Watched): AlarmRow[] => [
  ...callRows(watched),
  ...throttleRows(watched),
  ...queueRows(watched),
  ...moneyRows(watched),
  ...emailAndLogInRows(watched),
];

const callRows = ({ gateway: { api } }: Watched): AlarmRow[] => [
  {
    name: 'ApiErrors',
    metric: api.metricServerError(sum),
    threshold: 5,
    hurts: 'People see "Something went wrong on our side" instead of their page.',
    runbook: 'the-api-fails',
  },
  {
    name: 'ApiErrorShare',
    metric: new MathExpression({
      label: 'failed calls in a hundred',
      expression: 'IF(calls > 20, 100 * failed / calls, 0)',
      usingMetrics: { calls: api.metricCount(sum), failed: api.metricServerError(sum) },
      period,
    }),
    threshold: 1,
    periods: 3,
    hurts: 'One call in a hundred fails for people, for a quarter of an hour: many pages show an error.',
    runbook: 'the-api-fails',
  },
  {
    name: 'ApiSlow',
    metric: api.metricLatency({ period, statistic: 'p95' }),
    threshold: 2000,
    periods: 3,
    hurts: 'People wait: one call in twenty takes longer than two seconds, for a quarter of an hour.',
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
      hurts: 'People see an error: the account runs as many functions at once as AWS lets it.',
      runbook: 'something-is-throttled',
    },
    {
      name: 'ReadsThrottled',
      metric: throttled('ReadThrottleEvents'),
      threshold: 10,
      hurts: 'Lists answer late or not at all: the table refuses reads because they come too fast.',
      runbook: 'something-is-throttled',
    },
    {
      name: 'WritesThrottled',
      metric: throttled('WriteThrottleEvents'),
      threshold: 10,
      hurts: 'What people save is late or refused: the table refuses writes because they come too fast.',
      runbook: 'something-is-throttled',
    },
  ];
};

const queueRows = ({ queues }: Watched): AlarmRow[] => [
  {
    name: 'FailedJobs',
    metric: queues.failedJobs.metricApproximateNumberOfMessagesVisible({ period }),
    threshold: 1,
    hurts:
      'A long operation (an upload, a generation, invitations) stopped for somebody: its message failed.',
    runbook: 'a-job-is-stuck',
  },
  {
    name: 'FailedSchedules',
    metric: queues.failedSchedules.metricApproximateNumberOfMessagesVisible({ period }),
    threshold: 1,
    hurts: 'A scheduled handler did not run, perhaps the monthly payments. The message names the function.',
    runbook: 'scheduled-jobs',
  },
  ...Object.entries(queues.jobs).map(([worker, queue]) => ({
    name: `JobsWait-${worker}`,
    metric: queue.metricApproximateAgeOfOldestMessage({ period }),
    threshold: 900,
    hurts: `People wait for long operations (${worker}): the oldest has not been taken up for a quarter of an hour.`,
    runbook: 'a-job-is-stuck',
  })),
];

const moneyRows = ({ stage }: Watched): AlarmRow[] => [
  {
    name: 'GenerationMissing',
    metric: ownMetric(stage, 'GenerationsMissing', 'Maximum'),
    threshold: 1,
    hurts:
      'Members, clubs or partners are paid or charged late: a generation of the night had not ended at 03:00.',
    runbook: 'a-generation-did-not-end',
  },
  {
    name: 'FilesUnknown',
    metric: ownMetric(stage, 'FilesUnknown', 'Maximum'),
    threshold: 1,
    hurts: 'The payments of a bank file wait: for a quarter of an hour nobody knows whether the bank has it.',
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
      hurts:
        'Nobody gets emails: SES refuses the portal itself, its sender is not verified, paused or in the sandbox.',
      runbook: 'emails-are-not-sent',
    },
    {
      name: 'SenderNotReady',
      metric: ownMetric(stage, 'SenderNotReady', 'Maximum'),
      threshold: 1,
      hurts:
        'Nobody will get the next email: the sender is not verified, the account is paused or in the sandbox.',
      runbook: 'emails-are-not-sent',
    },
    {
      name: 'EmailsBounce',
      metric: ses('Reputation.BounceRate'),
      threshold: 0.04,
      hurts:
        'Members do not get invitations and vouchers, and AWS stops all emails at a share of ten in a hundred.',
      runbook: 'emails-come-back',
    },
    {
      name: 'EmailsComplained',
      metric: ses('Reputation.ComplaintRate'),
      threshold: 0.0008,
      hurts: 'People mark our emails as unwanted, and AWS stops all emails at a share of one in a thousand.',
      runbook: 'emails-come-back',
    },
    {
      name: 'LockOuts',
      metric: ownMetric(stage, 'LockOuts'),
      threshold: 20,
      hurts: 'Somebody guesses passwords: twenty sources or names were locked within five minutes.',
      runbook: 'many-log-ins-are-locked',
    },
  ];
};
