import { milliseconds } from './time-and-chance.ts';

/** Custom metrics, used by alarms and the dashboard; money in dollars. */
export const metricNames = [
  'MoneyGenerated',
  'MoneySent',
  'MoneyReturned',
  'MoneyDue',
  'MoneyLate',
  'FilesUnknown',
  'OldestFileMinutes',
  'JobsWaiting',
  'GenerationsMissing',
  'LedgerDifferences',
  'EmailsSent',
  'EmailsLate',
  'EmailsRefused',
  'EmailsNotSent',
  'SenderNotReady',
  'LockOuts',
  'RequestsDenied',
  'AccountsRead',
  'AdministratorsInvited',
  'PayeesChanged',
  'Probes',
  'ProbesFailed',
] as const;
export type MetricName = (typeof metricNames)[number];
export type Measures = Readonly<Partial<Record<MetricName, number>>>;

/** Returns the namespace of a deployment's custom metrics. */
export const metricNamespace = (stage: string): string => `Wellport/${stage}`;

/**
 * Logs the metrics as one line in CloudWatch's embedded metric format, so that no request is needed. Does nothing outside
 * of Lambda.
 */
export function measure(measures: Measures): void {
  if (!process.env.AWS_LAMBDA_FUNCTION_NAME || Object.keys(measures).length === 0) return;
  const directive = {
    Namespace: metricNamespace(process.env.STAGE ?? ''),
    Dimensions: [['service']],
    Metrics: Object.keys(measures).map((Name) => ({ Name, Unit: 'None' })),
  };
  const embedded = { Timestamp: milliseconds(), CloudWatchMetrics: [directive] };
  process.stdout.write(`${JSON.stringify({ _aws: embedded, service: 'wellport', ...measures })}\n`);
}
