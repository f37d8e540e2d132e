// oxlint-disable no-new -- constructs register themselves with their scope
import {
  AlarmStatusWidget,
  Dashboard as Screen,
  GraphWidget,
  Metric,
  type IAlarm,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { logMetric, ownMetric, period, sum } from './alarm-row.ts';
import type { GatewayStack } from './gateway-stack.ts';
import type { JobsQueue } from './jobs-queue.ts';
import { dashboardName } from './log-links.ts';

interface DashboardProps {
  stage: string;
  gateway: GatewayStack;
  queues: JobsQueue;
  /** Alarms that send messages. */
  alarms: readonly IAlarm[];
}

/** One dashboard: alarms, user experience, money, and background work. */
export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, { stage, gateway, queues, alarms }: DashboardProps) {
    super(scope, id);
    const own = (...names: Parameters<typeof ownMetric>[1][]) => names.map((name) => ownMetric(stage, name));
    new Screen(this, 'Screen', {
      dashboardName: dashboardName(stage),
      defaultInterval: Duration.days(1),
      widgets: [
        [new AlarmStatusWidget({ title: 'Active alarms', alarms: [...alarms], width: 24, height: 4 })],
        callGraphs(gateway),
        [
          graph(
            'Money, dollars',
            own('MoneyGenerated', 'MoneySent', 'MoneyReturned'),
            own('MoneyDue', 'MoneyLate'),
          ),
          graph(
            'Bank files and generations',
            own('FilesUnknown', 'GenerationsMissing', 'LedgerDifferences'),
            [ownMetric(stage, 'OldestFileMinutes', 'Maximum')],
          ),
          graph(
            'Long-running operations',
            own('JobsWaiting'),
            Object.values(queues.jobs).map((queue) => queue.metricApproximateAgeOfOldestMessage({ period })),
          ),
        ],
        [
          graph(
            'Emails',
            own('EmailsRefused', 'EmailsNotSent', 'EmailsLate', 'SenderNotReady'),
            own('EmailsSent'),
          ),
          graph('Locked log-ins and access', [
            ...own('LockOuts', 'RequestsDenied', 'AccountsRead', 'AdministratorsInvited', 'PayeesChanged'),
            logMetric(stage, 'RequestsLimited'),
            logMetric(stage, 'TokensRefused'),
          ]),
          graph(
            'Failed messages',
            [
              queues.failedJobs.metricApproximateNumberOfMessagesVisible({ period }),
              queues.failedSchedules.metricApproximateNumberOfMessagesVisible({ period }),
            ],
            own('Probes', 'ProbesFailed'),
          ),
        ],
      ],
    });
  }
}

const graph = (title: string, left: IMetric[], right?: IMetric[]): GraphWidget =>
  new GraphWidget({ title, left, right, width: 8, height: 5 });

function callGraphs({ gateways }: GatewayStack): GraphWidget[] {
  const apis = Object.values(gateways).map(({ api }) => api);
  const lambda = (metricName: string) => new Metric({ namespace: 'AWS/Lambda', metricName, ...sum });
  return [
    graph(
      'Calls',
      apis.map((api) => api.metricCount(sum)),
      apis.flatMap((api) => [api.metricServerError(sum), api.metricClientError(sum)]),
    ),
    graph(
      'Request duration, ms',
      apis.flatMap((api) => ['p50', 'p95'].map((statistic) => api.metricLatency({ period, statistic }))),
    ),
    graph('Functions', [lambda('Errors'), lambda('Throttles')], [lambda('Invocations')]),
  ];
}
