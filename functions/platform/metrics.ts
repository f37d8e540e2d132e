import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';

/** What is counted beside what AWS counts by itself; dollars for money. The alarms and the dashboard name these. */
export const metricNames = [
  'MoneyGenerated',
  'MoneySent',
  'MoneyReturned',
  'FilesUnknown',
  'JobsWaiting',
  'GenerationsMissing',
  'EmailsRefused',
  'EmailsNotSent',
  'SenderNotReady',
  'LockOuts',
] as const;
export type MetricName = (typeof metricNames)[number];
export type Measures = Readonly<Partial<Record<MetricName, number>>>;

/** As `STAGE` names it: the namespace of a deployment's own metrics. */
export const metricNamespace = (stage: string): string => `Wellport/${stage}`;

/**
 * Writes each as a line in the log that CloudWatch takes as a metric (its embedded format), so that no call is made and
 * nothing waits. Where no Lambda runs there is nobody to read it.
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
