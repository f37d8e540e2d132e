import { Duration, RemovalPolicy } from 'aws-cdk-lib/core';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { JobWorker } from '../../shared/jobs/job.ts';
import { acknowledge } from '../stages/acknowledge.ts';

/** Time limit of a worker's run; it requests another run afterwards. */
export const workerTime = Duration.minutes(2);

/** Job queues by worker, and the dead-letter queues of jobs and schedules. */
export class JobsQueue extends Construct {
  readonly jobs: Record<JobWorker, Queue>;
  readonly failedJobs: Queue;
  readonly failedSchedules: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const stored = {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      removalPolicy: RemovalPolicy.DESTROY,
    };
    // one message group per job: no two workers process the same job
    const inOrder = { ...stored, fifo: true };
    this.failedJobs = new Queue(this, 'FailedJobs', inOrder);
    this.failedSchedules = new Queue(this, 'FailedSchedules', stored);
    const jobsQueue = (name: string) =>
      new Queue(this, name, {
        ...inOrder,
        // AWS requires six times the function's timeout
        visibilityTimeout: Duration.seconds(workerTime.toSeconds() * 6),
        deadLetterQueue: { queue: this.failedJobs, maxReceiveCount: 5 },
      });
    this.jobs = {
      accounts: jobsQueue('AccountJobs'),
      emails: jobsQueue('EmailJobs'),
      data: jobsQueue('DataJobs'),
    };
    for (const queue of [this.failedJobs, this.failedSchedules])
      acknowledge(queue, { 'AwsSolutions-SQS3': 'This is a dead-letter queue, monitored by an alarm.' });
  }
}
