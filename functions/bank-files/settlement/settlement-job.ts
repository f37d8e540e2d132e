import * as z from 'zod';
import { defineJob } from '../../jobs/job-kind.ts';
import { loadBankFile } from '../store.ts';
import { maySettle, settleEntries } from './settle-entries.ts';
import {
  firstToNotify,
  notifyReimbursed,
  settlementCursor,
  type SettlementStep,
} from './notify-reimbursed.ts';

export const settlementSteps = defineJob({
  claims: ({ phase }) => phase === 'notify',
  input: z.object({ bankFileId: z.string() }),
  cursor: settlementCursor.default({ phase: 'settle', after: null }),
  step: async ({ input, cursor, startedBy, now }): Promise<SettlementStep> => {
    const file = await loadBankFile(input.bankFileId);
    const message = 'The payments of this file were completed.';
    if (cursor.phase === 'notify') return notifyReimbursed(file, cursor.after, { who: startedBy, now });
    if (!maySettle(file, 'settle')) return { done: 0, next: null, message };
    const step = await settleEntries(file, 'settle', cursor.after ?? undefined, { who: startedBy, now });
    return {
      changes: step.changes,
      done: step.done,
      next: step.last === null ? firstToNotify(file) : { phase: 'settle', after: step.last },
      message,
    };
  },
});
