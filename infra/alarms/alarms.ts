import {
  AlarmStatusWidget,
  Dashboard as Screen,
  GraphWidget,
  Metric,
  type IAlarm,
  type IMetric,
  Alarm,
  AlarmRule,
  AlarmState,
  ComparisonOperator,
  CompositeAlarm,
  TreatMissingData,
  type AlarmBase,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Aws, Duration, RemovalPolicy, SecretValue } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import {
  logMetric,
  ownMetric,
  period,
  sum,
  type AlarmGroup,
  type AlarmMessage,
  type AlarmRow,
  type WatchedMetric,
} from './alarm-row.ts';
import type { GatewayStack } from '../stacks/gateway-stage.ts';
import type { JobsQueue } from '../stacks/jobs-queue.ts';
import {
  dashboardName,
  dashboardLink,
  logGroupOf,
  logsLink,
  type LogMetricName,
} from '../stacks/log-links.ts';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { SubscriptionProtocol, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription, UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { metricNamespace } from '../../functions/platform/metrics.ts';
import { alarmRows } from './alarm-table.ts';
import { jobRows } from './job-alarms.ts';
import type { JobsStack } from '../stacks/jobs-stack.ts';
import type { SiteStack } from '../stacks/site-stack.ts';
import type { Settings } from '../stages/stage.ts';

/** Creates the topic of alarms. Messages go to an email address, a pager, or both. */
export function alarmTopic(scope: Construct, settings: Settings): Topic {
  const { stage, alarmEmail, alarmAddressSecretName } = settings;
  const topic = new Topic(scope, 'Topic', { displayName: `Wellport ${stage}`, enforceSSL: true });
  if (alarmEmail) topic.addSubscription(new EmailSubscription(alarmEmail));
  if (alarmAddressSecretName)
    topic.addSubscription(
      // the address is resolved at deployment
      new UrlSubscription(SecretValue.secretsManager(alarmAddressSecretName).unsafeUnwrap(), {
        protocol: SubscriptionProtocol.HTTPS,
      }),
    );
  return topic;
}

/** Returns the text of an alarm's message with addresses that open, in the regions of the dashboard and of the logs. */
export function messageOf(
  { stage, runbookAddress }: Settings,
  { hurts, runbook, logs }: AlarmMessage,
  regions: { dashboard: string; logs: string } = { dashboard: Aws.REGION, logs: Aws.REGION },
): string {
  return [
    hurts,
    `What to do: ${runbookAddress}#${runbook}`,
    `Dashboard: ${dashboardLink(stage, regions.dashboard)}`,
    `Logs: ${logsLink(stage, logs, regions.logs)}`,
  ].join('\n');
}

// oxlint-disable no-new -- constructs register themselves with their scope
interface DashboardProps {
  stage: string;
  gateway: GatewayStack;
  queues: JobsQueue;
  /** Alarms that send messages. */
  alarms: readonly IAlarm[];
}

/** One dashboard: alarms, user experience, money, and background work. */
class Dashboard extends Construct {
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

// oxlint-disable no-new -- constructs register themselves with their scope

/**
 * Time that an alarm waits for the one that may suppress it, shorter than the five minutes for which an alarm can be
 * active, and the default continuation in minutes.
 */
const suppressionWait = Duration.minutes(2);
const suppressedFor = 10;

/**
 * Alarms, each with the affected users and its runbook section. They are part of the Jobs stack, because a separate
 * stack would import functions, and CloudFormation cannot remove an export that is in use.
 */
export class Alarms extends Construct {
  /** Alarms by name that send messages, and the parts of groups. */
  private readonly alarms = new Map<string, AlarmBase>();
  private readonly settings: Settings;
  private readonly action: SnsAction;

  constructor(
    jobs: JobsStack,
    id: string,
    settings: Settings,
    { gateway, site }: { gateway: GatewayStack; site: SiteStack },
  ) {
    super(jobs, id);
    const { stage, alarmEmail, monthlyBudget } = settings;
    this.settings = settings;
    this.action = new SnsAction(alarmTopic(this, settings));
    this.countFailedSteps(jobs);
    if (settings.statusRegion)
      new LogGroup(this, 'ProbeReports', {
        logGroupName: logGroupOf(stage, 'status/probe'),
        retention: settings.logRetention,
        removalPolicy: RemovalPolicy.DESTROY,
      });
    const { queues } = jobs;
    const has = {
      hasFirewall: settings.firewall !== undefined,
      backupVault: settings.secondCopy?.vaultName,
    };
    const rows = [...alarmRows({ stage, gateway, site, queues, ...has }), ...jobRows(jobs, stage)];
    const waiting = new Set(rows);
    // an alarm is created after the one that suppresses it
    while (waiting.size > 0) {
      const ready = [...waiting].filter(({ suppressedBy }) => !suppressedBy || this.alarms.has(suppressedBy));
      if (ready.length === 0) throw new Error('An alarm is suppressed by an unknown alarm.');
      for (const row of ready) this.add(row);
      for (const row of ready) waiting.delete(row);
    }
    if (alarmEmail && monthlyBudget) this.watchBudget(stage, alarmEmail, monthlyBudget);
    const messages = rows.map(({ name }) => this.named(name));
    new Dashboard(this, 'Dashboard', { stage, gateway, queues, alarms: messages });
  }

  private named(name: string): AlarmBase {
    const alarm = this.alarms.get(name);
    if (!alarm) throw new Error(`There is no alarm ${name}.`);
    return alarm;
  }

  private add(row: AlarmRow | AlarmGroup): void {
    const alarmDescription = messageOf(this.settings, row);
    const isGroup = 'of' in row;
    if (!isGroup && !row.suppressedBy) {
      this.watch(row, row.name, alarmDescription).addAlarmAction(this.action);
      return;
    }
    const parts = isGroup
      ? row.of.map((part) => this.watch(part, part.name))
      : [this.watch(row, `${row.name}-metric`)];
    const rules = parts.map((part) => AlarmRule.fromAlarm(part, AlarmState.ALARM));
    const alarm = new CompositeAlarm(this, row.name, {
      compositeAlarmName: this.nameOf(row.name),
      alarmDescription,
      alarmRule: isGroup && row.when === 'all' ? AlarmRule.allOf(...rules) : AlarmRule.anyOf(...rules),
      ...(row.suppressedBy && {
        actionsSuppressor: this.named(row.suppressedBy),
        actionsSuppressorWaitPeriod: suppressionWait,
        actionsSuppressorExtensionPeriod: Duration.minutes(row.suppressedFor ?? suppressedFor),
      }),
    });
    alarm.addAlarmAction(this.action);
    this.alarms.set(row.name, alarm);
  }

  /** Creates an alarm of one metric, which sends no message yet. */
  private watch(row: WatchedMetric, id: string, alarmDescription?: string): Alarm {
    const { name, metric, threshold, periods = 1, expectsData } = row;
    const alarm = new Alarm(this, id, {
      alarmName: this.nameOf(id),
      alarmDescription,
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: expectsData
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: expectsData ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    this.alarms.set(name, alarm);
    return alarm;
  }

  /** Name of an alarm, which is the subject of its message. */
  private readonly nameOf = (name: string): string => `wellport-${this.settings.stage}-${name}`;

  /** Counts the failed steps of all workers in one metric. */
  private countFailedSteps({ workers }: JobsStack): void {
    for (const [name, { log }] of Object.entries(workers))
      new MetricFilter(this, `${name}FailedSteps`, {
        metricNamespace: metricNamespace(this.settings.stage),
        metricName: 'FailedJobSteps' satisfies LogMetricName,
        logGroup: log,
        filterPattern: FilterPattern.stringValue('$.message', '=', 'job step failed'),
        metricValue: '1',
      });
  }

  /** Notifies the alarm address of budget overruns; see docs/runbook.md#the-bill-is-higher-than-planned. */
  private watchBudget(stage: string, address: string, dollars: number): void {
    const notification = (notificationType: string, threshold: number) => ({
      notification: { notificationType, threshold, comparisonOperator: 'GREATER_THAN' },
      subscribers: [{ subscriptionType: 'EMAIL', address }],
    });
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetName: `wellport-${stage}`,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: dollars, unit: 'USD' },
      },
      notificationsWithSubscribers: [notification('ACTUAL', 80), notification('FORECASTED', 100)],
    });
  }
}
