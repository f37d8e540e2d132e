import {
  ownMetric,
  type AlarmRow,
  type Watched,
  logMetric,
  overMetrics,
  type AlarmGroup,
  type AlarmMessage,
  period,
  sum,
} from './alarm-row.ts';
import { Duration } from 'aws-cdk-lib/core';
import { MathExpression, Metric, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { errorsOf } from '../stacks/log-links.ts';
import { copyRows } from './copy-alarms.ts';
import { callAlarms } from './call-alarms.ts';

/** Returns the alarms about unusual access. */
const accessRows = ({ stage }: Pick<Watched, 'stage'>): AlarmRow[] => [
  {
    name: 'LockOuts',
    metric: ownMetric(stage, 'LockOuts'),
    threshold: 20,
    hurts: 'An attacker may be guessing passwords: twenty sources or names were locked within five minutes.',
    runbook: 'many-log-ins-are-locked',
    logs: {
      of: ['users/login'],
      query: 'filter message = "request" | stats count(*) as calls by visitor, status | sort calls desc',
    },
  },
  {
    name: 'AccountsRead',
    metric: ownMetric(stage, 'AccountsRead'),
    threshold: 5,
    hurts: 'Account numbers may be copied: five full numbers were displayed within five minutes.',
    runbook: 'account-numbers-administrators-or-payees',
    logs: {
      of: ['gateway'],
      query: 'filter route like /[bB]ank/ | stats count(*) as calls by route | sort calls desc',
    },
  },
  {
    name: 'AdministratorsInvited',
    metric: ownMetric(stage, 'AdministratorsInvited'),
    threshold: 1,
    hurts: 'A new administrator can send payments after a day: an administrator was invited.',
    runbook: 'account-numbers-administrators-or-payees',
    logs: {
      of: ['administrators/invite'],
      query: 'filter message = "request" | display @timestamp, user, status',
    },
  },
  {
    name: 'PayeesChanged',
    metric: ownMetric(stage, 'PayeesChanged'),
    threshold: 20,
    hurts: 'Payments may be redirected: twenty bank accounts were changed within five minutes.',
    runbook: 'account-numbers-administrators-or-payees',
    logs: {
      of: ['gateway'],
      query: 'filter route like /[bB]ank/ | stats count(*) as calls by route | sort calls desc',
    },
  },
];

/** One indicator of a service level objective: failed events of all events, over 30 days. */
export interface Indicator extends AlarmMessage {
  name: string;
  objective: 'pages and calls' | 'money on its day' | 'email within five minutes';
  /** Promised share of good events. */
  target: number;
  /** Failed events below which the share is not judged, because a few events are not a trend. */
  atLeast: number;
  /** Indicator with an alarm that covers the same fault. */
  coveredBy?: string;
  /** Events in a window. */
  failed: (watched: Watched, window: Duration) => IMetric;
  total: (watched: Watched, window: Duration) => IMetric;
}

/**
 * The service level objectives. A burn rate of 1 uses up the failures that the target allows in exactly 30 days.
 */
export const indicators: readonly Indicator[] = [
  {
    name: 'Calls',
    objective: 'pages and calls',
    target: 0.999,
    atLeast: 5,
    failed: ({ stage }, window) => logMetric(stage, 'FailedCalls', window),
    total: ({ stage }, window) => logMetric(stage, 'Calls', window),
    hurts: 'Users see "Something went wrong on our side" instead of their page.',
    runbook: 'the-api-fails',
    logs: { of: ['gateway'], query: 'filter status like /^5/ | stats count(*) as calls by route, status' },
  },
  {
    name: 'Pages',
    objective: 'pages and calls',
    target: 0.999,
    atLeast: 2,
    coveredBy: 'Calls',
    failed: ({ stage }, window) => ownMetric(stage, 'ProbesFailed', 'Sum', window),
    total: ({ stage }, window) => ownMetric(stage, 'Probes', 'Sum', window),
    hurts: 'Users cannot open the portal: the probe from outside gets no page or no response.',
    runbook: 'the-portal-cannot-be-reached',
    logs: { of: ['status/probe'], query: 'filter message = "probe failed"' },
  },
  {
    name: 'Money',
    objective: 'money on its day',
    target: 0.99,
    atLeast: 1,
    failed: ({ stage }, window) => ownMetric(stage, 'MoneyLate', 'Sum', window),
    total: ({ stage }, window) => ownMetric(stage, 'MoneyDue', 'Sum', window),
    hurts: 'Members are paid or charged late: payments were not sent in time for their promised day.',
    runbook: 'payments-are-late',
    logs: errorsOf('bank-files/reconcile-bank-files', 'jobs/on-account-message'),
  },
  {
    name: 'Emails',
    objective: 'email within five minutes',
    target: 0.99,
    atLeast: 5,
    failed: ({ stage }, window) => ownMetric(stage, 'EmailsLate', 'Sum', window),
    total: ({ stage }, window) => ownMetric(stage, 'EmailsSent', 'Sum', window),
    hurts: 'Users wait for emails: they were sent more than five minutes after they were due.',
    runbook: 'emails-are-late',
    logs: errorsOf('jobs/on-email-message'),
  },
];

/** Burn rates that raise an alarm if they are exceeded over both windows. */
const burnRates = {
  Fast: { rate: 14.4, windows: [Duration.hours(1), Duration.minutes(5)] },
  Slow: { rate: 6, windows: [Duration.hours(6), Duration.minutes(30)] },
} as const;

const burnRate = (indicator: Indicator, watched: Watched, window: Duration): MathExpression =>
  new MathExpression({
    label: `burn rate of ${indicator.name} over ${window.toHumanString()}`,
    expression: `IF(failures >= ${indicator.atLeast}, failures / events / ${Number((1 - indicator.target).toFixed(6))}, 0)`,
    usingMetrics: {
      failures: indicator.failed(watched, window),
      events: indicator.total(watched, window),
    },
    period: window,
  });

/** Returns the two alarms of each indicator. The slow one is not repeated after the fast one. */
const objectiveAlarms = (watched: Watched): AlarmGroup[] =>
  indicators.flatMap((indicator) =>
    (['Fast', 'Slow'] as const).map((speed) => ({
      name: `${indicator.name}Burn${speed}`,
      when: 'all' as const,
      of: burnRates[speed].windows.map((window) => ({
        name: `${indicator.name}Burn${speed}-${window.toMinutes()}`,
        metric: burnRate(indicator, watched, window),
        threshold: burnRates[speed].rate,
      })),
      hurts: indicator.hurts,
      runbook: indicator.runbook,
      logs: indicator.logs,
      suppressedBy:
        speed === 'Slow'
          ? `${indicator.name}BurnFast`
          : indicator.coveredBy && `${indicator.coveredBy}BurnFast`,
      // its shorter window is active for half an hour after the fault
      suppressedFor: speed === 'Slow' ? 40 : undefined,
    })),
  );

/** Returns all alarms except those of the schedules and workers (infra/alarms/job-alarms.ts). */
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
