import { Duration } from 'aws-cdk-lib/core';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { ownMetric, period, type AlarmRow, type Watched } from './alarm-row.ts';
import { callAlarms } from './call-alarms.ts';

const sum = { period, statistic: 'Sum' };

/** Returns all alarms except those of the schedules and workers, which have one each. */
export const alarmRows = (watched: Watched): AlarmRow[] => [
  ...callAlarms(watched.gateway),
  ...throttleRows(watched),
  ...queueRows(watched),
  ...moneyRows(watched),
  ...emailAndLogInRows(watched),
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
