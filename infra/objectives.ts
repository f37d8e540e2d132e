import { Duration } from 'aws-cdk-lib/core';
import { MathExpression, type Metric, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { overMetrics, ownMetric, type AlarmGroup, type AlarmMessage, type Watched } from './alarm-row.ts';
import { apiNames } from './http-apis.ts';
import { errorsOf } from './log-links.ts';

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

const apiMetric = (
  { gateway: { gateways } }: Watched,
  prefix: string,
  metricOf: (api: (typeof gateways)['main']['api']) => Metric,
) =>
  overMetrics(
    'SUM',
    Object.fromEntries(apiNames.map((name) => [name, metricOf(gateways[name].api)])),
    prefix,
  );

/**
 * The service level objectives. A burn rate of 1 uses up the failures that the target allows in exactly 30 days.
 */
export const indicators: readonly Indicator[] = [
  {
    name: 'Calls',
    objective: 'pages and calls',
    target: 0.999,
    atLeast: 5,
    failed: (watched, period) =>
      apiMetric(watched, 'failed', (api) => api.metricServerError({ period, statistic: 'Sum' })),
    total: (watched, period) =>
      apiMetric(watched, 'total', (api) => api.metricCount({ period, statistic: 'Sum' })),
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
export const objectiveAlarms = (watched: Watched): AlarmGroup[] =>
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
