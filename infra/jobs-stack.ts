// oxlint-disable no-new -- a construct joins its scope by being made
import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib/core';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnEventInvokeConfig, CfnEventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';
import { configurationSetName, EmailEvents, emailEventHandler } from './email-events.ts';
import { backgroundGrants } from './background-grants.ts';
import { HandlerFunction, type FunctionContext } from './handler-function.ts';
import { eventHandlers, unknownPathHandler } from './handlers.ts';
import { JobsQueue, workerTime } from './jobs-queue.ts';
import { queueHandlers, type ScheduledHandler, scheduledHandlers, schedules, timeZone } from './schedules.ts';
import type { Permission } from './permission.ts';
import type { Resources } from './permissions.ts';
import type { JobWorker } from '../shared/jobs/job.ts';

const permissionsOf = (handler: string): Permission[] => [
  'read the table',
  'write the table',
  ...(backgroundGrants[handler]?.may ?? []),
];

/** What happens by itself: the workers, each behind its queue, and the schedules. */
export class JobsStack extends Stack {
  readonly queues: JobsQueue;
  readonly workers: Record<JobWorker, HandlerFunction>;
  /** By handler: `jobs/wake-stuck-jobs`. */
  readonly scheduled = new Map<ScheduledHandler, HandlerFunction>();

  constructor(
    scope: Construct,
    id: string,
    {
      resources,
      ...rest
    }: Omit<FunctionContext, 'resources'> & { resources: Omit<Resources, 'jobs' | 'failedJobs'> },
    props?: StackProps,
  ) {
    super(scope, id, props);
    this.queues = new JobsQueue(this, 'Queues');
    for (const [worker, { queueUrl }] of Object.entries(this.queues.jobs))
      new CfnOutput(this, `${worker}QueueAddress`, { value: queueUrl });
    new CfnOutput(this, 'FailedJobsAddress', { value: this.queues.failedJobs.queueUrl });
    new CfnOutput(this, 'MailFrom', { value: resources.mailFrom });
    new CfnOutput(this, 'MailConfigurationSet', { value: configurationSetName(resources.stage) });
    const context = {
      ...rest,
      resources: { ...resources, jobs: this.queues.jobs, failedJobs: this.queues.failedJobs },
    };
    const started = [...Object.values(queueHandlers), unknownPathHandler, emailEventHandler];
    const unknown = eventHandlers.filter((handler) => !started.includes(handler));
    if (unknown.length > 0)
      throw new Error(`Nothing starts ${unknown.join(', ')}: say in infra/jobs-stack.ts what does.`);
    this.workers = {
      accounts: this.makeWorker('accounts', context),
      emails: this.makeWorker('emails', context),
      data: this.makeWorker('data', context),
    };
    const onEmailEvent = new HandlerFunction(this, 'OnEmailEvent', context, {
      handler: emailEventHandler,
      does: 'Marks vouchers, members and users whose emails came back.',
      may: permissionsOf(emailEventHandler),
      timeout: Duration.seconds(30),
    });
    // oxlint-disable-next-line no-new -- a construct joins its scope by being made
    new EmailEvents(this, 'EmailEvents', {
      stage: resources.stage,
      starts: onEmailEvent.live,
      failedEvents: this.queues.failedSchedules,
      senderDomain: context.settings.senderDomain,
      removal: context.settings.removal,
    });
    for (const name of scheduledHandlers) this.scheduled.set(name, this.makeSchedule(name, context));
  }

  private makeWorker(name: JobWorker, context: FunctionContext): HandlerFunction {
    const jobs = this.queues.jobs[name];
    const handler = queueHandlers[name];
    const worker = new HandlerFunction(this, `${name}Worker`, context, {
      handler,
      does: `Takes the steps of long operations of the kind "${name}", a message a turn.`,
      may: permissionsOf(handler),
      timeout: workerTime,
      statements: [
        new PolicyStatement({
          actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
          resources: [jobs.queueArn],
        }),
      ],
    });
    new CfnEventSourceMapping(worker, 'Messages', {
      eventSourceArn: jobs.queueArn,
      functionName: worker.live.functionArn,
      batchSize: 1,
      scalingConfig: { maximumConcurrency: context.settings.jobsAtOnce },
    });
    return worker;
  }

  private makeSchedule(handler: ScheduledHandler, context: FunctionContext): HandlerFunction {
    const { when, does } = schedules[handler];
    const toFailedSchedules = new PolicyStatement({
      actions: ['sqs:SendMessage'],
      resources: [this.queues.failedSchedules.queueArn],
    });
    const name = handler.replaceAll(/\W(\w)/g, (_, letter: string) => letter.toUpperCase());
    const made = new HandlerFunction(this, name, context, {
      handler,
      does: `${does} Runs by itself: ${when}, ${timeZone}`,
      may: permissionsOf(handler),
      timeout: Duration.minutes(5),
      statements: [toFailedSchedules],
    });
    const attempts = new CfnEventInvokeConfig(made, 'Attempts', {
      functionName: made.function.functionName,
      qualifier: made.live.aliasName,
      maximumRetryAttempts: 2,
      destinationConfig: { onFailure: { destination: this.queues.failedSchedules.queueArn } },
    });
    // it names the alias by its name, which the CDK takes for a text
    attempts.node.addDependency(made.live);
    const caller = new Role(made, 'Caller', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
      inlinePolicies: {
        own: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['lambda:InvokeFunction'],
              resources: [made.live.functionArn],
            }),
            toFailedSchedules,
          ],
        }),
      },
    });
    new CfnSchedule(made, 'Schedule', {
      description: `${handler}, ${when}`,
      scheduleExpression: when,
      scheduleExpressionTimezone: timeZone,
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: made.live.functionArn,
        roleArn: caller.roleArn,
        input: JSON.stringify({ time: '<aws.scheduler.scheduled-time>' }),
        deadLetterConfig: { arn: this.queues.failedSchedules.queueArn },
        retryPolicy: { maximumRetryAttempts: 5, maximumEventAgeInSeconds: 3600 },
      },
    });
    return made;
  }
}
