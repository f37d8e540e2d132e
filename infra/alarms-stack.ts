import { Duration, Stack, type StackProps } from 'aws-cdk-lib/core';
import { Alarm, ComparisonOperator, TreatMissingData, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { DataStack } from './data-stack.ts';
import type { GatewayStack } from './gateway-stack.ts';
import type { JobsStack } from './jobs-stack.ts';
import { schedules } from './schedules.ts';
import type { Settings } from './stage.ts';

const period = Duration.minutes(5);

/** What wakes an operator, each with a sentence on who is hurt. */
export class AlarmsStack extends Stack {
  private readonly action: SnsAction;

  constructor(
    scope: Construct,
    id: string,
    settings: Settings,
    { gateway, jobs, data }: { gateway: GatewayStack; jobs: JobsStack; data: DataStack },
    props?: StackProps,
  ) {
    super(scope, id, props);
    const topic = new Topic(this, 'Topic', { displayName: `Wellport ${settings.stage}`, enforceSSL: true });
    if (settings.alarmEmail) topic.addSubscription(new EmailSubscription(settings.alarmEmail));
    this.action = new SnsAction(topic);

    const { queues, worker, scheduled } = jobs;
    this.alarm(
      'ApiErrors',
      gateway.api.metricServerError({ period, statistic: 'Sum' }),
      5,
      'People see "Something went wrong on our side" instead of their page. The log of the gateway names the routes.',
    );
    this.alarm(
      'FailedJobs',
      queues.failedJobs.metricApproximateNumberOfMessagesVisible({ period }),
      1,
      'A long operation (an upload, a generation, invitations) stopped for somebody: its message failed five times.',
    );
    this.alarm(
      'FailedSchedules',
      queues.failedSchedules.metricApproximateNumberOfMessagesVisible({ period }),
      1,
      'A scheduled handler did not run, perhaps the monthly payments. The message names the function.',
    );
    this.alarm(
      'JobsWait',
      queues.jobs.metricApproximateAgeOfOldestMessage({ period }),
      900,
      'People wait for long operations: the oldest has not been taken up for a quarter of an hour.',
    );
    this.alarm(
      'WorkerFails',
      worker.function.metricErrors({ period, statistic: 'Sum' }),
      1,
      'The worker died within a step; the operation goes on by itself, but somebody waits longer.',
    );
    const failedSteps = new MetricFilter(this, 'FailedSteps', {
      logGroup: worker.log,
      metricNamespace: `Wellport/${settings.stage}`,
      metricName: 'FailedJobSteps',
      filterPattern: FilterPattern.stringValue('$.message', '=', 'job step failed'),
      metricValue: '1',
    });
    this.alarm(
      'StepsFail',
      failedSteps.metric({ period, statistic: 'Sum' }),
      3,
      'A long operation ends as failed after three broken steps in a row; whoever started it must start it again.',
    );
    for (const [handler, { function: made }] of scheduled)
      this.alarm(
        `Fails-${handler.replaceAll('/', '-')}`,
        made.metricErrors({ period, statistic: 'Sum' }),
        1,
        schedules[handler].hurts,
      );
    this.alarm(
      'TableRefuses',
      data.table.metricThrottledRequestsForOperation('Query', { period, statistic: 'Sum' }),
      10,
      'Lists answer late or not at all: the table refuses reads because they come too fast.',
    );
  }

  private alarm(name: string, metric: IMetric, threshold: number, hurts: string): void {
    new Alarm(this, name, {
      alarmDescription: hurts,
      metric,
      threshold,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    }).addAlarmAction(this.action);
  }
}
