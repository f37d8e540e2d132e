import * as z from 'zod';
import { bulkActions, bulkDoing, bulkMessage } from '../../shared/employees/bulk-action.ts';
import { countResults, takeFitting } from '../jobs/fitting.ts';
import { defineJob } from '../jobs/job-kind.ts';
import { transferIds } from '../members/transfer-store.ts';
import { loadPartFrom } from '../platform/stored-parts.ts';
import { bulkStep, type BulkStepResult } from './bulk-step.ts';
import { storeBulkResults } from './bulk-store.ts';

// sent emails cannot be recalled: a crashed step repeats at most these, with the same links
const emailsPerStep = 5;

/** Runs a bulk action; the cursor is the number of processed members. Each member is processed once. */
export const employeesBulk = defineJob({
  claims: true,
  input: z.object({
    partnerId: z.string(),
    action: z.enum(bulkActions),
    ids: z.int(),
    /** An administrator started the action. */
    isApproved: z.boolean().default(false),
  }),
  cursor: z.int().default(0),
  step: async ({ jobId, input, cursor: begin, startedBy, now }) => {
    const sends = input.action === 'invite' || input.action === 'sendAgain';
    const ids = (await loadPartFrom(transferIds, jobId, begin)).slice(0, sends ? emailsPerStep : 50);
    const { results: steps, changes } = await takeFitting(
      ids,
      (memberId, done: readonly BulkStepResult[]) => {
        const before = done.filter(({ result }) => result.success).length;
        return bulkStep({ ...input, memberId, who: startedBy, now, before });
      },
    );
    const results = steps.map(({ result }) => result);
    const end = begin + results.length;
    const finished = end >= input.ids;
    const { tally, total } = await countResults(jobId, results, finished);
    return {
      changes: [...changes, storeBulkResults(jobId, begin, results)],
      done: results.length,
      next: finished ? null : end,
      tally,
      message: finished
        ? bulkMessage(input.action, total.changed, total.failed)
        : `${bulkDoing(input.action)}.`,
    };
  },
});
