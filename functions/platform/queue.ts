import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';

/** What the local gateway registers in place of SQS: it runs the same worker in its own process. */
export const localQueue = Symbol.for('wellport.local-queue');

type LocalQueue = (jobId: string) => void;

const sqs = new SQSClient({});

/** Asks the worker to go on with a job. A message that comes twice does no harm: a job's steps happen once. */
export async function enqueue(jobId: string): Promise<void> {
  const local = (globalThis as { [localQueue]?: LocalQueue })[localQueue];
  if (local) return local(jobId);
  await sqs.send(
    new SendMessageCommand({ QueueUrl: process.env.JOBS_QUEUE_URL, MessageBody: JSON.stringify({ jobId }) }),
  );
}
