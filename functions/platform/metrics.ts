import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';

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
 * Logs each metric in CloudWatch's embedded format, so that no request is needed. Does nothing outside of Lambda.
 */
export function measure(measures: Measures): void {
  if (!process.env.AWS_LAMBDA_FUNCTION_NAME || Object.keys(measures).length === 0) return;
  const metrics = new Metrics({
    namespace: metricNamespace(process.env.STAGE ?? ''),
    serviceName: 'wellport',
  });
  for (const [name, value] of Object.entries(measures)) metrics.addMetric(name, MetricUnit.NoUnit, value);
  metrics.publishStoredMetrics();
}
