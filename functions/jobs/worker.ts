import type { SQSEvent } from 'aws-lambda';
import * as z from 'zod';
import { withSettings } from '../table/deployed-settings.ts';
import { enqueue, setAside } from '../platform/queue.ts';
import { loadJob } from './store.ts';
import { takeSteps, type WorkersKinds } from './take-steps.ts';

const message = z.object({ jobId: z.string(), version: z.int() });

/** Returns undefined for an unreadable message, because retries would not help. */
function readMessage(body: string): z.output<typeof message> | undefined {
  try {
    return message.parse(JSON.parse(body));
  } catch {
    return undefined;
  }
}

/**
 * Returns a worker that continues the job of each message and enqueues the job again when its own time is up. Drops
 * messages with an outdated job version, because the worker that took that step has enqueued the next one. Unreadable
 * messages go to the failed queue immediately, jobs of unsupported kinds after five attempts.
 */
export const worker = (kinds: WorkersKinds) =>
  withSettings(
    async (event: SQSEvent, context: { getRemainingTimeInMillis: () => number }): Promise<void> => {
      for (const { body } of event.Records) {
        const read = readMessage(body);
        if (!read) {
          await setAside(body);
          continue;
        }
        const { jobId, version } = read;
        if ((await loadJob(jobId))?.version !== version) continue;
        if ((await takeSteps(kinds, jobId, () => context.getRemainingTimeInMillis())) === 'finished')
          continue;
        const job = await loadJob(jobId);
        if (job) await enqueue(job);
      }
    },
  );
