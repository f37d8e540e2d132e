import { Duration } from 'aws-cdk-lib/core';
import { MathExpression, Metric, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { metricNamespace, type MetricName } from '../../functions/platform/metrics.ts';
import type { GatewayStack } from '../stacks/gateway-stage.ts';
import type { JobsQueue } from '../stacks/jobs-queue.ts';
import type { LogMetricName, LogQuery } from '../stacks/log-links.ts';
import type { SiteStack } from '../stacks/site-stack.ts';

export const period = Duration.minutes(5);

/** Statistic of counters. */
export const sum = { period, statistic: 'Sum' };

/** Content of an alarm's message. */
export interface AlarmMessage {
  /** Affected users and impact, one sentence. */
  hurts: string;
  /** Anchor of the section in docs/runbook.md. */
  runbook: string;
  /** Log lines to read first. */
  logs: LogQuery;
}

/** One watched metric. */
export interface WatchedMetric {
  name: string;
  metric: IMetric;
  /** Lower bound of the alarm state, for `periods` consecutive periods (default 1). */
  threshold: number;
  periods?: number;
  /** The alarm state is no data or less than the threshold. */
  expectsData?: true;
}

/** Alarm that would repeat the message of another one while that one is active. */
interface Suppressible {
  /** Name of the other alarm. */
  suppressedBy?: string;
  /** Minutes for which the suppression continues; default 10. */
  suppressedFor?: number;
}

/** An alarm of one metric. */
export interface AlarmRow extends WatchedMetric, AlarmMessage, Suppressible {}

/** An alarm of several metrics that show the same fault: active if any, or all, of them are. */
export interface AlarmGroup extends AlarmMessage, Suppressible {
  name: string;
  when: 'any' | 'all';
  of: readonly WatchedMetric[];
}

export interface Watched {
  stage: string;
  gateway: GatewayStack;
  site: SiteStack;
  queues: JobsQueue;
  /** Whether the CDN has a firewall; the stage is then in us-east-1, where CloudFront's metrics are. */
  hasFirewall: boolean;
  /** Vault of the stage's own backups, if it has a second copy. */
  backupVault: string | undefined;
}

/** Returns a metric written by functions (functions/platform/metrics.ts). */
export const ownMetric = (
  stage: string,
  metricName: MetricName,
  statistic = 'Sum',
  over: Duration = period,
): Metric =>
  new Metric({
    namespace: metricNamespace(stage),
    metricName,
    statistic,
    period: over,
    dimensionsMap: { service: 'wellport' },
  });

/** Returns a metric that filters count in logs, for all HTTP APIs or workers. */
export const logMetric = (stage: string, metricName: LogMetricName, over: Duration = period): Metric =>
  new Metric({ namespace: metricNamespace(stage), metricName, period: over, statistic: 'Sum' });

/**
 * Returns the sum or maximum of metrics. A metric without data is ignored by METRICS(), whereas an addition would have
 * no result.
 */
export function overMetrics(
  fn: 'SUM' | 'MAX',
  metrics: Readonly<Record<string, Metric>>,
  prefix: string,
): MathExpression {
  const [first] = Object.values(metrics);
  return new MathExpression({
    label: first?.metricName,
    expression: `${fn}(METRICS("${prefix}_"))`,
    usingMetrics: Object.fromEntries(
      Object.entries(metrics).map(([name, metric]) => [`${prefix}_${name}`, metric]),
    ),
    period: first?.period,
  });
}
