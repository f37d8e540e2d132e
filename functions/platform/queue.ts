import { workerOfKind, type JobKind, type JobWorker } from '../../shared/jobs/job.ts';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { clientSettings } from './client-settings.ts';
import { digestOf } from './digest.ts';
import { log } from './log.ts';

/** Symbol under which the local gateway registers its worker instead of SQS. */
export const localQueue = Symbol.for('wellport.local-queue');

type LocalQueue = (jobId: string) => void;

/** A queued job; `version` counts its steps. */
export interface QueuedJob {
  id: string;
  kind: JobKind;
  version: number;
  /** Distinguishes a further message of the same version, which the queue would drop. */
  reason?: string;
}

const sqs = /* @__PURE__ */ new SQSClient(clientSettings());

/** Queue address by worker. */
const queueOf: Record<JobWorker, () => string | undefined> = {
  accounts: () => process.env.ACCOUNT_JOBS_URL,
  emails: () => process.env.EMAIL_JOBS_URL,
  data: () => process.env.DATA_JOBS_URL,
};

/**
 * Enqueues a message for the worker of the job's kind to continue from this version. The FIFO queue has one group per
 * job: two workers never process one job, and a second message of the same version is dropped.
 */
export async function enqueue({ id, kind, version, reason }: QueuedJob): Promise<void> {
  const local = (globalThis as { [localQueue]?: LocalQueue })[localQueue];
  if (local) return local(id);
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: queueOf[workerOfKind(kind)](),
      MessageBody: JSON.stringify({ jobId: id, version }),
      MessageGroupId: id,
      MessageDeduplicationId: `${id}-${version}${reason === undefined ? '' : `-${reason}`}`,
    }),
  );
}

/** Moves an unreadable message to the failed ones, which raise an alarm. */
export async function setAside(body: string): Promise<void> {
  log('error', 'job message cannot be read');
  const digest = digestOf(body);
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: process.env.FAILED_JOBS_URL,
      MessageBody: body,
      MessageGroupId: digest,
      MessageDeduplicationId: digest,
    }),
  );
}
