import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SQSClient,
  type Message,
} from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { clientSettings } from '../platform/client-settings.ts';
import { enqueue } from '../platform/queue.ts';
import { loadJob } from './store.ts';

const sqs = /* @__PURE__ */ new SQSClient(clientSettings());

const jobMessage = z.object({ jobId: z.string(), version: z.int() });

/** Returns the job and version of a message; undefined for an unreadable one, because retries would not help. */
export function readMessage(body: string): z.output<typeof jobMessage> | undefined {
  try {
    return jobMessage.parse(JSON.parse(body));
  } catch {
    return undefined;
  }
}

/** Seconds for which a received message is hidden, so that a message that remains is received once. */
const hiddenSeconds = 60;

/** Returns the number of messages in a queue of failed messages. */
export async function failedMessages(QueueUrl = process.env.FAILED_JOBS_URL): Promise<number> {
  // there is no queue under `npm start`
  if (!QueueUrl) return 0;
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['ApproximateNumberOfMessages'] }),
  );
  return Number(Attributes.ApproximateNumberOfMessages ?? 0);
}

/** Takes each message of a queue of failed messages, and removes those that are handled. */
export async function takeFailedMessages(
  QueueUrl: string | undefined,
  isHandled: (message: Message) => Promise<boolean>,
): Promise<void> {
  if (!QueueUrl) return;
  for (;;) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: 10,
        VisibilityTimeout: hiddenSeconds,
        MessageAttributeNames: ['All'],
      }),
    );
    if (Messages.length === 0) return;
    for (const message of Messages)
      if (await isHandled(message))
        await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message.ReceiptHandle }));
  }
}

/** Outcome of `redriveJobs`: jobs that continue, jobs that ended otherwise, and messages that remain. */
export interface Redriven {
  continued: string[];
  ended: string[];
  unreadable: number;
}

/**
 * Sends the jobs of failed messages to their workers again. Completed steps are not repeated. The message of a job that
 * ended is removed: a failed job is resumed or started again on its own page.
 */
export async function redriveJobs(): Promise<Redriven> {
  const redriven: Redriven = { continued: [], ended: [], unreadable: 0 };
  await takeFailedMessages(process.env.FAILED_JOBS_URL, async ({ Body = '', MessageId = '' }) => {
    const read = readMessage(Body);
    if (!read) {
      redriven.unreadable += 1;
      return false;
    }
    const job = await loadJob(read.jobId);
    if (job?.status === 'running') {
      await enqueue({ ...job, reason: MessageId });
      redriven.continued.push(job.id);
    } else redriven.ended.push(read.jobId);
    return true;
  });
  return redriven;
}

/** Returns the outcome in one sentence per part. */
export function redrivenText({ continued, ended, unreadable }: Redriven): string {
  if (continued.length + ended.length + unreadable === 0) return 'No message of a job has failed.';
  return [
    `${continued.length} ${continued.length === 1 ? 'job continues' : 'jobs continue'}.`,
    ...(ended.length > 0 ? [`${ended.length} had already ended.`] : []),
    ...(unreadable > 0
      ? [`${unreadable} unreadable ${unreadable === 1 ? 'message remains' : 'messages remain'}.`]
      : []),
  ].join(' ');
}
