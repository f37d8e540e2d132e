import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { logMetric, overMetrics, ownMetric, period, sum, type AlarmRow, type Watched } from './alarm-row.ts';
import { apiNames } from '../stacks/http-apis.ts';

/** Returns the alarms of calls beside their objective: duration, refusals, the CDN, and its firewall. */
export const callAlarms = (watched: Watched): AlarmRow[] => [
  slowCalls(watched),
  ...refusedCalls(watched),
  ...(watched.hasFirewall ? cdnAlarms(watched) : []),
];

const slowCalls = ({ gateway: { gateways } }: Watched): AlarmRow => ({
  name: 'ApiSlow',
  metric: overMetrics(
    'MAX',
    Object.fromEntries(
      apiNames.map((name) => [name, gateways[name].api.metricLatency({ period, statistic: 'p95' })]),
    ),
    'of',
  ),
  threshold: 2000,
  periods: 3,
  hurts: 'Users wait: one request in twenty takes longer than two seconds, for 15 minutes.',
  runbook: 'the-api-is-slow',
  logs: {
    of: ['gateway'],
    query: 'stats count(*) as calls, pct(milliseconds, 95) as p95 by route | sort p95 desc',
  },
  // calls that time out are slow as well
  suppressedBy: 'CallsBurnFast',
});

const refusedCalls = (watched: Watched): AlarmRow[] => [
  {
    name: 'RequestsDenied',
    metric: ownMetric(watched.stage, 'RequestsDenied'),
    threshold: 200,
    hurts:
      'Someone may be probing the API: two hundred requests were denied (401 or 403) within five minutes.',
    runbook: 'many-requests-are-denied',
    logs: {
      of: ['gateway'],
      query: 'filter status in ["401", "403"] | stats count(*) as calls by route, status | sort calls desc',
    },
    // wrong passwords are denied as well
    suppressedBy: 'LockOuts',
  },
  {
    name: 'TokensRefused',
    metric: logMetric(watched.stage, 'TokensRefused'),
    threshold: 200,
    hurts: 'Someone may be guessing tokens: the gateway refused two hundred within five minutes.',
    runbook: 'many-requests-are-denied',
    logs: {
      of: ['gateway'],
      query: 'filter status = "401" | stats count(*) as calls by refusedToken | sort calls desc',
    },
  },
  {
    name: 'RequestsLimited',
    metric: logMetric(watched.stage, 'RequestsLimited'),
    threshold: 100,
    hurts: 'Users are turned away: a hundred requests exceeded a limit (429) within five minutes.',
    runbook: 'many-requests-are-limited',
    logs: {
      of: ['gateway'],
      query: 'filter status = "429" | stats count(*) as calls by route | sort calls desc',
    },
    suppressedBy: watched.hasFirewall ? 'FirewallBlocks' : undefined,
  },
  {
    name: 'ClientErrors',
    metric: new MathExpression({
      label: 'rejected requests in percent',
      expression: 'IF(calls > 100, 100 * rejected / calls, 0)',
      usingMetrics: {
        calls: logMetric(watched.stage, 'Calls'),
        rejected: logMetric(watched.stage, 'ClientErrors'),
      },
      period,
    }),
    threshold: 30,
    periods: 3,
    hurts:
      'Pages and API may not fit together: three requests in ten are rejected as invalid (4xx) for 15 minutes.',
    runbook: 'many-requests-are-rejected',
    logs: {
      of: ['gateway'],
      query: 'filter status like /^4/ | stats count(*) as calls by route, status | sort calls desc',
    },
  },
];

/** CloudFront and its firewall publish metrics in us-east-1 only, where a stage with a firewall is. */
const cdnAlarms = (watched: Watched): AlarmRow[] => [
  {
    name: 'FirewallBlocks',
    metric: new Metric({
      namespace: 'AWS/WAFV2',
      metricName: 'BlockedRequests',
      dimensionsMap: { WebACL: `wellport-${watched.stage}`, Rule: 'ALL' },
      ...sum,
    }),
    threshold: 1000,
    hurts:
      'The portal may be under attack, or an office is turned away: the firewall blocked a thousand requests within five minutes.',
    runbook: 'the-firewall-blocks-many-requests',
    logs: { of: ['gateway'], query: 'stats count(*) as calls by bin(5m), status' },
  },
  {
    name: 'CdnErrors',
    metric: ownErrorsOfCdn(watched),
    threshold: 1,
    periods: 3,
    hurts:
      'Users see error pages of the CDN: one request in a hundred fails there and not in the API, for 15 minutes.',
    runbook: 'the-portal-cannot-be-reached',
    logs: { of: ['status/probe'], query: 'filter message = "probe failed"' },
    suppressedBy: 'PagesBurnFast',
  },
];

/** Failed requests of the CDN in percent, without those that failed in the API, which have their own alarm. */
const ownErrorsOfCdn = (watched: Watched): MathExpression =>
  new MathExpression({
    label: 'requests that fail in the CDN, in percent',
    expression: 'IF(calls > 20, cdn - 100 * failed / calls, cdn)',
    usingMetrics: {
      cdn: new Metric({
        namespace: 'AWS/CloudFront',
        metricName: '5xxErrorRate',
        dimensionsMap: { DistributionId: watched.site.distribution.distributionId, Region: 'Global' },
        period,
        statistic: 'Average',
      }),
      calls: logMetric(watched.stage, 'Calls'),
      failed: logMetric(watched.stage, 'FailedCalls'),
    },
    period,
  });
