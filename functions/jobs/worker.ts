import type { SQSEvent } from 'aws-lambda';
import * as z from 'zod';
import { enqueue, setAside } from '../platform/queue.ts';
import { loadJob } from './store.ts';
import { takeSteps, type WorkersKinds } from './take-steps.ts';

const message = z.object({ jobId: z.string(), version: z.int() });

/** A message of ours, or undefined: five attempts would not make it readable. */
function readMessage(body: string): z.output<typeof message> | undefined {
  try {
    return message.parse(JSON.parse(body));
  } catch {
    return undefined;
  }
}

/**
 * A worker: goes on with the job that each message names, and asks for another turn when its own time is up. A message
 * of a version that the job has left is dropped, since whoever took that step has asked for the next turn; one that
 * cannot be read goes to the failed ones at once, and a job of a kind that is not its own after five attempts.
 */
export const worker =
  (kinds: WorkersKinds) =>
  async (event: SQSEvent, context: { getRemainingTimeInMillis: () => number }): Promise<void> => {
    for (const { body } of event.Records) {
      const read = readMessage(body);
      if (!read) {
        await setAside(body);
        continue;
      }
      const { jobId, version } = read;
      if ((await loadJob(jobId))?.version !== version) continue;
      if ((await takeSteps(kinds, jobId, () => context.getRemainingTimeInMillis())) === 'finished') continue;
      const job = await loadJob(jobId);
      if (job) await enqueue(job);
    }
  };
