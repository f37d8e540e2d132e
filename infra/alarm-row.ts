import { Duration } from 'aws-cdk-lib/core';
import { Metric, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { metricNamespace, type MetricName } from '../functions/platform/metrics.ts';
import type { GatewayStack } from './gateway-stack.ts';
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
