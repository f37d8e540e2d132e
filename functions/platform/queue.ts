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
  version: number;
}

const sqs = new SQSClient(clientSettings());

/**
 * Asks the worker to go on with a job from this version. The queue is first-in-first-out with a group per job: no two
 * workers have messages of one job, and a second message of one version is dropped.
 */
export async function enqueue({ id, version }: QueuedJob): Promise<void> {
  const local = (globalThis as { [localQueue]?: LocalQueue })[localQueue];
  if (local) return local(id);
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: process.env.JOBS_QUEUE_URL,
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
