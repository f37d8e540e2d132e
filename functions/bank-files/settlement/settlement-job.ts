import * as z from 'zod';
import { defineJob } from '../../jobs/job-kind.ts';
import { loadBankFile } from '../store.ts';
import { maySettle, settleEntries } from './settle-entries.ts';
import { firstToNotify, isTelling, notifyReimbursed } from './notify-reimbursed.ts';

/** Completes the payments of a file after its return window (1 → 5), then notifies members of their reimbursements. */
export const settlementSteps = defineJob({
  claims: isTelling,
  input: z.object({ bankFileId: z.string() }),
  cursor: z.string().default(''),
  step: async ({ input, cursor, startedBy, now }) => {
    const file = await loadBankFile(input.bankFileId);
    const message = 'The payments of this file were completed.';
    if (isTelling(cursor)) return notifyReimbursed(file, cursor, { who: startedBy, now });
    if (!maySettle(file, 'settle')) return { done: 0, next: null, message };
    const step = await settleEntries(file, 'settle', cursor || undefined, { who: startedBy, now });
    return { changes: step.changes, done: step.done, next: step.last ?? firstToNotify(file), message };
  },
});
