import { CustomResource, Duration, CfnOutput, Stack, type StackProps } from 'aws-cdk-lib/core';
import { PolicyStatement, PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { HandlerFunction, type FunctionContext } from './handler-function.ts';
import {
  secretVariables,
  settingsRows,
  type Permission,
  type Resources,
} from '../permissions/permissions.ts';
import { CfnEventInvokeConfig, CfnEventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule, CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import { configurationSetName, EmailEvents, emailEventHandler } from '../permissions/email-events.ts';
import { backgroundGrants } from '../permissions/background-grants.ts';
import { eventHandlers, poolChallengeHandler, unknownPathHandler, queueHandlers } from '../build/handlers.ts';
import { JobsQueue, workerTime } from './jobs-queue.ts';
import {
  scheduleGroupName,
  type ScheduledHandler,
  scheduledHandlers,
  schedules,
  timeZone,
} from '../build/schedules.ts';
import type { JobWorker } from '../../shared/jobs/job.ts';

/** Handler that stores the settings of a deployment. */
export const deploymentHandler = 'settings/on-deployment';

/** Stores the settings of each deployment in the settings table before functions that read them are changed. */
class StoredSettings extends Construct {
  constructor(scope: Construct, id: string, context: FunctionContext) {
    super(scope, id);
    const { settings, resources } = context;
    const { cdnSecret, settingsTable } = resources;
    const storing = new HandlerFunction(this, 'OnDeployment', context, {
      handler: deploymentHandler,
      does: 'Stores the settings of a deployment.',
      may: [],
      timeout: Duration.seconds(30),
      statements: [
        new PolicyStatement({ actions: ['dynamodb:PutItem'], resources: [settingsTable.tableArn] }),
        new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [cdnSecret.secretArn] }),
      ],
    });
    // oxlint-disable-next-line no-new -- constructs register themselves with their scope
    new CustomResource(this, 'Stored', {
      serviceToken: storing.live.functionArn,
      resourceType: 'Custom::WellportSettings',
      properties: {
        release: settings.release,
        rows: settingsRows(resources),
        secrets: Object.fromEntries(
          Object.entries(secretVariables).map(([row, names]) => [
            row,
            Object.fromEntries(names.map((name) => [name, cdnSecret.secretArn])),
          ]),
        ),
      },
    });
  }
}

// oxlint-disable no-new -- constructs register themselves with their scope
const permissionsOf = (handler: string): Permission[] => [
  'ReadTable',
  'WriteTable',
  ...(backgroundGrants[handler]?.may ?? []),
];

/** Background processing: workers with their queues, and schedules. */
export class JobsStack extends Stack {
  readonly queues: JobsQueue;
  readonly workers: Record<JobWorker, HandlerFunction>;
  /** By handler: `jobs/wake-stuck-jobs`. */
  readonly scheduled = new Map<ScheduledHandler, HandlerFunction>();
  readonly onEmailEvent: HandlerFunction;

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
    for (const [worker, { queueUrl }] of Object.entries(this.queues.jobs)) {
      new CfnOutput(this, `${worker}QueueAddress`, { value: queueUrl });
      // Stacks of earlier releases import it; an export cannot be removed while a deployed stack uses it.
      this.exportValue(queueUrl);
    }
    new CfnOutput(this, 'FailedJobsAddress', { value: this.queues.failedJobs.queueUrl });
    new CfnOutput(this, 'FailedSchedulesAddress', { value: this.queues.failedSchedules.queueUrl });
    new CfnOutput(this, 'MailFrom', { value: resources.mailFrom });
    new CfnOutput(this, 'MailConfigurationSet', { value: configurationSetName(resources.stage) });
    const context = {
      ...rest,
      resources: { ...resources, jobs: this.queues.jobs, failedJobs: this.queues.failedJobs },
    };
    const stored = new StoredSettings(this, 'StoredSettings', context);
    const started = [
      ...Object.values(queueHandlers),
      unknownPathHandler,
      poolChallengeHandler,
      emailEventHandler,
      deploymentHandler,
    ];
    const unknown = eventHandlers.filter((handler) => !started.includes(handler));
    if (unknown.length > 0)
      throw new Error(`No trigger for ${unknown.join(', ')}: add one in infra/stacks/jobs-stack.ts.`);
    this.workers = {
      accounts: this.makeWorker('accounts', context),
      emails: this.makeWorker('emails', context),
      data: this.makeWorker('data', context),
    };
    this.onEmailEvent = new HandlerFunction(this, 'OnEmailEvent', context, {
      handler: emailEventHandler,
      does: 'Marks vouchers, members, and users whose emails bounced.',
      may: permissionsOf(emailEventHandler),
      timeout: Duration.seconds(30),
    });
    this.addFallbackRoute(context);
    this.addPoolTrigger(context);
    new EmailEvents(this, 'EmailEvents', {
      stage: resources.stage,
      starts: this.onEmailEvent.live,
      failedEvents: this.queues.failedSchedules,
      senderDomain: context.settings.senderDomain,
      removal: context.settings.removal,
    });
    for (const name of scheduledHandlers) this.scheduled.set(name, this.makeSchedule(name, context));
    this.startSchedules(resources.stage);
    for (const { live } of [...Object.values(this.workers), ...this.scheduled.values(), this.onEmailEvent])
      live.node.addDependency(stored);
  }

  /** Creates one function for the default routes of all HTTP APIs (infra/stacks/api-stack.ts). */
  private addFallbackRoute(context: FunctionContext): void {
    new HandlerFunction(this, 'UnknownPath', context, {
      handler: unknownPathHandler,
      does: 'Responds to unknown paths with 404.',
      may: [],
      timeout: Duration.seconds(5),
    });
  }

  /** Creates the trigger that infra/stacks/identity-stack.ts names. */
  private addPoolTrigger(context: FunctionContext): void {
    const trigger = new HandlerFunction(this, 'PoolChallenge', context, {
      handler: poolChallengeHandler,
      does: 'Verifies the tickets of logins without a password for the user pool.',
      may: backgroundGrants[poolChallengeHandler]?.may ?? [],
      // the pool's own limit
      timeout: Duration.seconds(5),
    });
    trigger.live.addPermission('Pool', {
      principal: new ServicePrincipal('cognito-idp.amazonaws.com'),
      sourceArn: context.resources.pool.userPoolArn,
    });
  }

  private makeWorker(name: JobWorker, context: FunctionContext): HandlerFunction {
    const jobs = this.queues.jobs[name];
    const handler = queueHandlers[name];
    const worker = new HandlerFunction(this, `${name}Worker`, context, {
      handler,
      does: `Runs steps of long-running operations of the kind "${name}", one message per run.`,
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
    const name = handler.replaceAll(/\W(\w)/g, (_, letter: string) => letter.toUpperCase());
    const handlerFunction = new HandlerFunction(this, name, context, {
      handler,
      does: `${does} Schedule: ${when}, ${timeZone}`,
      may: permissionsOf(handler),
      timeout: Duration.minutes(5),
      statements: [this.toFailedSchedules()],
    });
    const attempts = new CfnEventInvokeConfig(handlerFunction, 'Attempts', {
      functionName: handlerFunction.function.functionName,
      qualifier: handlerFunction.live.aliasName,
      maximumRetryAttempts: 2,
      destinationConfig: { onFailure: { destination: this.queues.failedSchedules.queueArn } },
    });
    // the dependency is not inferred, because the alias is referenced by name
    attempts.node.addDependency(handlerFunction.live);
    return handlerFunction;
  }

  /** Starts every scheduled handler at its time, with one role for all schedules. */
  private startSchedules(stage: string): void {
    const group = new CfnScheduleGroup(this, 'ScheduleGroup', { name: scheduleGroupName(stage) });
    const caller = new Role(this, 'Caller', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
      inlinePolicies: {
        own: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['lambda:InvokeFunction'],
              resources: [...this.scheduled.values()].map(({ live }) => live.functionArn),
            }),
            this.toFailedSchedules(),
          ],
        }),
      },
    });
    for (const [handler, handlerFunction] of this.scheduled)
      new CfnSchedule(handlerFunction, 'Schedule', {
        groupName: group.ref,
        description: `${handler}, ${schedules[handler].when}`,
        scheduleExpression: schedules[handler].when,
        scheduleExpressionTimezone: timeZone,
        flexibleTimeWindow: { mode: 'OFF' },
        target: {
          arn: handlerFunction.live.functionArn,
          roleArn: caller.roleArn,
          input: JSON.stringify({ time: '<aws.scheduler.scheduled-time>' }),
          deadLetterConfig: { arn: this.queues.failedSchedules.queueArn },
          retryPolicy: { maximumRetryAttempts: 5, maximumEventAgeInSeconds: 3600 },
        },
      });
  }

  private toFailedSchedules(): PolicyStatement {
    return new PolicyStatement({
      actions: ['sqs:SendMessage'],
      resources: [this.queues.failedSchedules.queueArn],
    });
  }
}
