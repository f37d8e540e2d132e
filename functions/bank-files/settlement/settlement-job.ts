import * as z from 'zod';
import { defineJob } from '../../jobs/job-kind.ts';
import { loadBankFile } from '../store.ts';
import { maySettle, settleEntries } from './settle-entries.ts';

/** Completes the payments of a file whose return window has passed (1 → 5), some a step. */
export const settlementSteps = defineJob({
  input: z.object({ bankFileId: z.string() }),
  step: async ({ input, cursor, startedBy, now }) => {
    const file = await loadBankFile(input.bankFileId);
    const message = 'The payments of this file are completed.';
    if (!maySettle(file, 'settle')) return { done: 0, next: null, message };
    const step = await settleEntries(file, 'settle', cursor || undefined, { who: startedBy, now });
    return { changes: step.changes, done: step.done, next: step.last, message };
  },
});
