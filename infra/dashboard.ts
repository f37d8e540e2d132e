// oxlint-disable no-new -- constructs register themselves with their scope
import {
  AlarmStatusWidget,
  Dashboard as Screen,
  GraphWidget,
  Metric,
  type Alarm,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { ownMetric, period } from './alarm-row.ts';
import type { GatewayStack } from './gateway-stack.ts';
import type { JobsQueue } from './jobs-queue.ts';

interface DashboardProps {
  stage: string;
  gateway: GatewayStack;
  queues: JobsQueue;
  alarms: readonly Alarm[];
}

const sum = { period, statistic: 'Sum' };

/** One dashboard: alarms, user experience, money, and background work. */
export class Dashboard extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { stage, gateway: { gateways }, queues, alarms }: DashboardProps,
  ) {
    super(scope, id);
    const apis = Object.values(gateways).map(({ api }) => api);
    const own = (...names: Parameters<typeof ownMetric>[1][]) => names.map((name) => ownMetric(stage, name));
    const lambda = (metricName: string) => new Metric({ namespace: 'AWS/Lambda', metricName, ...sum });
    const graph = (title: string, left: IMetric[], right?: IMetric[]) =>
      new GraphWidget({ title, left, right, width: 8, height: 5 });
    new Screen(this, 'Screen', {
      dashboardName: `Wellport-${stage}`,
      defaultInterval: Duration.days(1),
      widgets: [
        [new AlarmStatusWidget({ title: 'Active alarms', alarms: [...alarms], width: 24, height: 4 })],
        [
          graph(
            'Calls',
            apis.map((api) => api.metricCount(sum)),
            apis.flatMap((api) => [api.metricServerError(sum), api.metricClientError(sum)]),
          ),
          graph(
            'Request duration, ms',
            apis.flatMap((api) =>
              ['p50', 'p95'].map((statistic) => api.metricLatency({ period, statistic })),
            ),
          ),
          graph('Functions', [lambda('Errors'), lambda('Throttles')], [lambda('Invocations')]),
        ],
        [
          graph('Money, dollars', own('MoneyGenerated', 'MoneySent', 'MoneyReturned')),
          graph('Bank files and generations', own('FilesUnknown', 'GenerationsMissing', 'LedgerDifferences')),
          graph(
            'Long-running operations',
            own('JobsWaiting'),
            Object.values(queues.jobs).map((queue) => queue.metricApproximateAgeOfOldestMessage({ period })),
          ),
        ],
        [
          graph('Emails', own('EmailsRefused', 'EmailsNotSent', 'SenderNotReady')),
          graph(
            'Locked log-ins and access',
            own('LockOuts', 'RequestsDenied', 'AccountsRead', 'AdministratorsInvited', 'PayeesChanged'),
          ),
          graph('Failed messages', [
            queues.failedJobs.metricApproximateNumberOfMessagesVisible({ period }),
            queues.failedSchedules.metricApproximateNumberOfMessagesVisible({ period }),
          ]),
        ],
      ],
    });
  }
}
