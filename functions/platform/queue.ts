import { workerOfKind, type JobKind, type JobWorker } from '../../shared/jobs/job.ts';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { clientSettings } from './client-settings.ts';
import { digestOf } from './digest.ts';
import { log } from './log.ts';

/** What the local gateway registers in place of SQS: it runs the same worker in its own process. */
export const localQueue = Symbol.for('wellport.local-queue');

type LocalQueue = (jobId: string) => void;

/** A job as the queue knows it; `version` counts its steps. */
export interface QueuedJob {
  id: string;
  kind: JobKind;
  version: number;
}

const sqs = /* @__PURE__ */ new SQSClient(clientSettings());

/** The queue of each worker. */
const queueOf: Record<JobWorker, () => string | undefined> = {
  accounts: () => process.env.ACCOUNT_JOBS_URL,
  emails: () => process.env.EMAIL_JOBS_URL,
  data: () => process.env.DATA_JOBS_URL,
};

/**
 * Asks the worker of its kind to go on with a job from this version. The queue is first-in-first-out with a group per job: no two
 * workers have messages of one job, and a second message of one version is dropped.
 */
export async function enqueue({ id, kind, version }: QueuedJob): Promise<void> {
  const local = (globalThis as { [localQueue]?: LocalQueue })[localQueue];
  if (local) return local(id);
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: queueOf[workerOfKind(kind)](),
      MessageBody: JSON.stringify({ jobId: id, version }),
      MessageGroupId: id,
      MessageDeduplicationId: `${id}-${version}`,
    }),
  );
}

/** Puts a message that nobody can read where failed ones wait, for whoever is woken by them. */
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
