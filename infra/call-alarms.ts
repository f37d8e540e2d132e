import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression, type Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { period, type AlarmRow } from './alarm-row.ts';
import type { GatewayStack } from './gateway-stack.ts';
import { apiNames } from './http-apis.ts';

const sum = { period, statistic: 'Sum' };

/**
 * Returns the sum or maximum of a metric over all HTTP APIs. An API without requests has no data; METRICS() ignores it,
 * whereas an addition would have no result.
 */
function overApis(
  { gateways }: GatewayStack,
  fn: 'SUM' | 'MAX',
  metricOf: (api: HttpApi) => Metric,
  prefix = 'of',
): MathExpression {
  const metrics = apiNames.map((name) => [`${prefix}_${name}`, metricOf(gateways[name].api)] as const);
  return new MathExpression({
    label: metrics[0]?.[1].metricName,
    expression: `${fn}(METRICS("${prefix}_"))`,
    usingMetrics: Object.fromEntries(metrics),
    period,
  });
}

/** Returns the alarms of calls: errors, their share, and duration. */
export const callAlarms = (gateway: GatewayStack): AlarmRow[] => [
  {
    name: 'ApiErrors',
    metric: overApis(gateway, 'SUM', (api) => api.metricServerError(sum)),
    threshold: 5,
    hurts: 'Users see "Something went wrong on our side" instead of their page.',
    runbook: 'the-api-fails',
  },
  {
    name: 'ApiErrorShare',
    metric: new MathExpression({
      label: 'failed requests in percent',
      expression: 'IF(calls > 20, 100 * failed / calls, 0)',
      usingMetrics: {
        calls: overApis(gateway, 'SUM', (api) => api.metricCount(sum), 'calls'),
        failed: overApis(gateway, 'SUM', (api) => api.metricServerError(sum), 'failed'),
      },
      period,
    }),
    threshold: 1,
    periods: 3,
    hurts: 'One request in a hundred fails for 15 minutes: many pages show an error.',
    runbook: 'the-api-fails',
  },
  {
    name: 'ApiSlow',
    metric: overApis(gateway, 'MAX', (api) => api.metricLatency({ period, statistic: 'p95' })),
    threshold: 2000,
    periods: 3,
    hurts: 'Users wait: one request in twenty takes longer than two seconds, for 15 minutes.',
    runbook: 'the-api-is-slow',
  },
];
