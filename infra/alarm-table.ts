import { Duration } from 'aws-cdk-lib/core';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { accessRows } from './access-alarms.ts';
import {
  overMetrics,
  ownMetric,
  period,
  sum,
  type AlarmGroup,
  type AlarmRow,
  type Watched,
} from './alarm-row.ts';
import { copyRows } from './copy-alarms.ts';
import { callAlarms } from './call-alarms.ts';
import { errorsOf } from './log-links.ts';
import { objectiveAlarms } from './objectives.ts';

/** Returns all alarms except those of the schedules and workers (infra/job-alarms.ts). */
export const alarmRows = (watched: Watched): (AlarmRow | AlarmGroup)[] => [
  ...objectiveAlarms(watched),
  ...callAlarms(watched),
  ...throttleRows,
  ...moneyRows(watched),
  ...emailRows(watched),
  ...accessRows(watched),
  ...copyRows(watched),
  probeRow(watched),
];

/**
 * Throttled requests of every table and index in the account and region, so that a restored table is watched as soon as
 * it is used. Alarms of metrics with a table's name would watch the stage's own table only.
 */
const throttledEvents = (metricName: string, index: boolean) =>
  new MathExpression({
    label: `${metricName}${index ? ' of indexes' : ''}`,
    expression: `SELECT SUM(${metricName}) FROM SCHEMA("AWS/DynamoDB", ${index ? 'GlobalSecondaryIndexName, ' : ''}TableName)`,
    usingMetrics: {},
    period,
  });

const throttleRows: (AlarmRow | AlarmGroup)[] = [
  {
    name: 'FunctionsThrottled',
    metric: new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', ...sum }),
    threshold: 1,
    // failed calls have their own alarm, which is active by then
    periods: 2,
    hurts: 'Users see an error: the account reached its limit of concurrent functions.',
    runbook: 'something-is-throttled',
    logs: { of: ['gateway'], query: 'filter status like /^5/ | stats count(*) as calls by integration' },
    suppressedBy: 'CallsBurnFast',
  },
  {
    name: 'TableThrottled',
    when: 'any',
    of: [
      { name: 'ReadsThrottled', metric: throttledEvents('ReadThrottleEvents', false), threshold: 10 },
      { name: 'WritesThrottled', metric: throttledEvents('WriteThrottleEvents', false), threshold: 10 },
      { name: 'IndexReadsThrottled', metric: throttledEvents('ReadThrottleEvents', true), threshold: 10 },
      { name: 'IndexWritesThrottled', metric: throttledEvents('WriteThrottleEvents', true), threshold: 10 },
    ],
    hurts: 'Lists are slow, and changes are slow or refused: a table or an index throttles requests.',
    runbook: 'something-is-throttled',
    logs: errorsOf('jobs/on-data-message', 'jobs/on-account-message'),
    suppressedBy: 'CallsBurnFast',
  },
];

const moneyRows = ({ stage }: Watched): AlarmRow[] => [
  {
    name: 'GenerationMissing',
    metric: ownMetric(stage, 'GenerationsMissing', 'Maximum'),
    threshold: 1,
    hurts:
      'Members, clubs, or partners are paid or charged late: a generation of the night had not ended at 03:00.',
    runbook: 'a-generation-did-not-end',
    logs: { of: ['jobs/watch-generations', 'jobs/on-data-message'], query: 'filter level = "error"' },
  },
  {
    name: 'LedgerDiffers',
    metric: ownMetric(stage, 'LedgerDifferences', 'Maximum'),
    threshold: 1,
    hurts: 'Money may be wrong: the nightly proof found payments that the ledger does not explain.',
    runbook: 'the-ledger-does-not-add-up',
    logs: errorsOf('jobs/on-data-message'),
  },
  {
    name: 'FilesUnknown',
    metric: ownMetric(stage, 'FilesUnknown', 'Maximum'),
    threshold: 1,
    hurts: 'The payments of a bank file wait: its delivery has been unconfirmed for 15 minutes.',
    runbook: 'a-bank-file-is-not-submitted',
    logs: errorsOf('jobs/on-account-message', 'bank-files/reconcile-bank-files'),
  },
  {
    name: 'FilesWait',
    metric: ownMetric(stage, 'OldestFileMinutes', 'Maximum'),
    threshold: 30,
    hurts: 'The payments of a bank file wait: it was started 30 minutes ago and is not sent yet.',
    runbook: 'a-bank-file-is-not-submitted',
    logs: errorsOf('jobs/on-account-message', 'bank-files/reconcile-bank-files'),
  },
];

const emailRows = ({ stage }: Watched): AlarmRow[] => {
  const ses = (metricName: string) =>
    new Metric({ namespace: 'AWS/SES', metricName, period: Duration.hours(1), statistic: 'Maximum' });
  // the state of the sender is checked that often
  const often = Duration.minutes(15);
  return [
    {
      name: 'EmailsNotSent',
      metric: overMetrics(
        'MAX',
        {
          emails: ownMetric(stage, 'EmailsNotSent', 'Sum', often),
          sender: ownMetric(stage, 'SenderNotReady', 'Maximum', often),
        },
        'refused',
      ),
      threshold: 1,
      hurts:
        'No emails are sent, or the next one will fail: the sender is unverified, paused, or in the sandbox.',
      runbook: 'emails-are-not-sent',
      logs: errorsOf('site/watch-sender', 'jobs/on-email-message'),
    },
    {
      name: 'EmailsBounce',
      metric: ses('Reputation.BounceRate'),
      threshold: 0.04,
      hurts:
        'Members do not receive invitations and vouchers, and AWS pauses all emails at a bounce rate of 10 percent.',
      runbook: 'emails-come-back',
      logs: { of: ['vouchers/on-email-event'], query: 'sort @timestamp desc' },
    },
    {
      name: 'EmailsComplained',
      metric: ses('Reputation.ComplaintRate'),
      threshold: 0.0008,
      hurts:
        'Recipients report our emails as unwanted, and AWS pauses all emails at a complaint rate of 0.1 percent.',
      runbook: 'emails-come-back',
      logs: { of: ['vouchers/on-email-event'], query: 'sort @timestamp desc' },
    },
  ];
};

const probeRow = ({ stage }: Watched): AlarmRow => ({
  name: 'ProbeSilent',
  metric: ownMetric(stage, 'Probes'),
  threshold: 1,
  periods: 3,
  expectsData: true,
  hurts: 'Nobody learns that the portal is down: the probe from outside did not run for 15 minutes.',
  runbook: 'the-probe-does-not-run',
  logs: { of: ['status/probe'], query: 'sort @timestamp desc' },
});
