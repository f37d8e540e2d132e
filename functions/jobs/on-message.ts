import type { SQSEvent } from 'aws-lambda';
import * as z from 'zod';
import { enqueue } from '../platform/queue.ts';
import { work } from './work.ts';

const message = z.object({ jobId: z.string() });

/** The worker: goes on with the job that each message names, and asks for another turn when its own time is up. */
export async function handler(
  event: SQSEvent,
  context: { getRemainingTimeInMillis: () => number },
): Promise<void> {
  for (const { body } of event.Records) {
    const { jobId } = message.parse(JSON.parse(body));
    if ((await work(jobId, () => context.getRemainingTimeInMillis())) === 'more') await enqueue(jobId);
  }
}
