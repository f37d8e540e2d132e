// oxlint-disable no-new -- constructs register themselves with their scope
import { Alarm, ComparisonOperator, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Duration } from 'aws-cdk-lib/core';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { metricNamespace } from '../functions/platform/metrics.ts';
import { accessRows } from './access-alarms.ts';
import { period, type AlarmRow } from './alarm-row.ts';
import { alarmRows } from './alarm-table.ts';
import { Dashboard } from './dashboard.ts';
import type { DataStack } from './data-stack.ts';
import type { GatewayStack } from './gateway-stack.ts';
import type { JobsStack } from './jobs-stack.ts';
import { schedules } from './schedules.ts';
import type { Settings } from './stage.ts';

/**
 * Alarms, each with the affected users and its runbook section. They are part of the Jobs stack, because a separate
 * stack would import functions, and CloudFormation cannot remove an export that is in use.
 */
export class Alarms extends Construct {
  constructor(
    jobs: JobsStack,
    id: string,
    settings: Settings,
    { gateway, data }: { gateway: GatewayStack; data: DataStack },
  ) {
    super(jobs, id);
    const { stage, alarmEmail, monthlyBudget } = settings;
    const topic = new Topic(this, 'Topic', { displayName: `Wellport ${stage}`, enforceSSL: true });
    if (alarmEmail) topic.addSubscription(new EmailSubscription(alarmEmail));
    const action = new SnsAction(topic);
    const rows = [
      ...alarmRows({ stage, gateway, queues: jobs.queues, table: data.table }),
      ...accessRows({ stage }),
      ...this.jobRows(jobs, stage),
    ];
    const alarms = rows.map(({ name, metric, threshold, periods = 1, expectsData, hurts, runbook }) => {
      const alarm = new Alarm(this, name, {
        alarmDescription: `${hurts} What to do: docs/runbook.md#${runbook}`,
        metric,
        threshold,
        evaluationPeriods: periods,
        comparisonOperator: expectsData
          ? ComparisonOperator.LESS_THAN_THRESHOLD
          : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        treatMissingData: expectsData ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      });
      alarm.addAlarmAction(action);
      return alarm;
    });
    if (alarmEmail && monthlyBudget) this.watchBudget(stage, alarmEmail, monthlyBudget);
    new Dashboard(this, 'Dashboard', { stage, gateway, queues: jobs.queues, alarms });
  }

  /** Returns the alarms of the workers and of each scheduled handler. */
  private jobRows({ workers, scheduled }: JobsStack, stage: string): AlarmRow[] {
    const sum = { period, statistic: 'Sum' };
    // one metric for the logs of all workers
    const failedSteps = { metricNamespace: metricNamespace(stage), metricName: 'FailedJobSteps' };
    for (const [name, { log }] of Object.entries(workers))
      new MetricFilter(this, `${name}FailedSteps`, {
        ...failedSteps,
        logGroup: log,
        filterPattern: FilterPattern.stringValue('$.message', '=', 'job step failed'),
        metricValue: '1',
      });
    return [
      ...Object.entries(workers).map(([name, { function: created }]) => ({
        name: `WorkerFails-${name}`,
        metric: created.metricErrors(sum),
        threshold: 1,
        hurts: `The worker of ${name} died within a step; the operation resumes automatically, with a delay.`,
        runbook: 'a-job-is-stuck',
      })),
      {
        name: 'StepsFail',
        metric: new Metric({
          namespace: failedSteps.metricNamespace,
          metricName: failedSteps.metricName,
          ...sum,
        }),
        threshold: 3,
        hurts: 'A long-running operation failed after three broken steps; the user must start it again.',
        runbook: 'a-job-is-stuck',
      },
      ...[...scheduled].map(([handler, { function: created }]) => ({
        name: `Fails-${handler.replaceAll('/', '-')}`,
        metric: created.metricErrors(sum),
        threshold: 1,
        hurts: schedules[handler].hurts,
        runbook: 'scheduled-jobs',
      })),
      ...[...scheduled].flatMap(([handler, { function: created }]) => {
        const hours = hoursBetweenRuns(schedules[handler].when);
        if (hours === undefined) return [];
        return {
          name: `DidNotRun-${handler.replaceAll('/', '-')}`,
          metric: created.metricInvocations({ period: Duration.hours(1), statistic: 'Sum' }),
          threshold: 1,
          periods: hours,
          expectsData: true as const,
          hurts: schedules[handler].hurts,
          runbook: 'scheduled-jobs',
        };
      }),
    ];
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

/**
 * Returns the hours after which a schedule that did not run raises an alarm: an hour for schedules by minutes, 26 for
 * daily ones, because a day in Chicago has up to 25. Others, which `jobs/watch-generations` verifies, have none.
 */
export function hoursBetweenRuns(when: string): number | undefined {
  if (when.startsWith('rate(')) return 1;
  return /^cron\(\d+ \d+ \* \* \? \*\)$/.test(when) ? 26 : undefined;
}
