import { Duration, RemovalPolicy } from 'aws-cdk-lib/core';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { JobWorker } from '../shared/jobs/job.ts';
import { acknowledge } from './acknowledge.ts';

/** How long a worker takes steps before it asks for another turn. */
export const workerTime = Duration.minutes(2);

/** The jobs' messages by their worker, those that failed, and the scheduled events that failed. */
export class JobsQueue extends Construct {
  readonly jobs: Record<JobWorker, Queue>;
  readonly failedJobs: Queue;
  readonly failedSchedules: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const kept = {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      removalPolicy: RemovalPolicy.DESTROY,
    };
    // a group per job: no two workers ever have messages of one job
    const inOrder = { ...kept, fifo: true };
    this.failedJobs = new Queue(this, 'FailedJobs', inOrder);
    this.failedSchedules = new Queue(this, 'FailedSchedules', kept);
    const jobsQueue = (name: string) =>
      new Queue(this, name, {
        ...inOrder,
        // AWS asks for six times the worker's own time
        visibilityTimeout: Duration.seconds(workerTime.toSeconds() * 6),
        deadLetterQueue: { queue: this.failedJobs, maxReceiveCount: 5 },
      });
    this.jobs = {
      accounts: jobsQueue('AccountJobs'),
      emails: jobsQueue('EmailJobs'),
      data: jobsQueue('DataJobs'),
    };
    for (const queue of [this.failedJobs, this.failedSchedules])
      acknowledge(queue, { 'AwsSolutions-SQS3': 'This is a dead-letter queue itself; an alarm watches it.' });
  }
}
