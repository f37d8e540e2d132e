import type { SQSEvent } from 'aws-lambda';
import * as z from 'zod';
import { enqueue } from '../platform/queue.ts';
import { loadJob } from './store.ts';
import { runJobSteps } from './job-runner.ts';

const message = z.object({ jobId: z.string(), version: z.int() });

/**
 * The worker: goes on with the job that each message names, and asks for another turn when its own time is up. A
 * message of a version that the job has left is dropped, since whoever took that step has asked for the next turn.
 */
export async function handler(
  event: SQSEvent,
  context: { getRemainingTimeInMillis: () => number },
): Promise<void> {
  for (const { body } of event.Records) {
    const { jobId, version } = message.parse(JSON.parse(body));
    if ((await loadJob(jobId))?.version !== version) continue;
    if ((await runJobSteps(jobId, () => context.getRemainingTimeInMillis())) === 'finished') continue;
    const job = await loadJob(jobId);
    if (job) await enqueue(job);
  }
}
