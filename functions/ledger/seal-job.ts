import * as z from 'zod';
import { defineJob } from '../jobs/job-kind.ts';
import { auditWrite } from '../table/audit.ts';
import { beginSealing, sealing, sealNext } from './check-months.ts';
import { findSeal, sealAdded } from './proof-store.ts';

/** Seals the entries posted in a closed month. */
export const ledgerSealSteps = defineJob({
  input: z.object({ periodId: z.string() }),
  cursor: sealing.default(beginSealing),
  step: async ({ input: { periodId }, cursor: before, startedBy, now }) => {
    const message = 'The month was sealed.';
    if (await findSeal(periodId)) return { done: 0, next: null, message };
    const { now: after, isEnd } = await sealNext(periodId, before);
    const done = after.entries - before.entries;
    if (!isEnd) return { done, next: after, message: 'Sealing the month.' };
    const { hash, entries } = after;
    const sealedAt = now.toISOString();
    return {
      changes: [
        ...sealAdded({ periodId, hash, entries, sealedAt, version: 0 }),
        auditWrite(
          {
            name: 'ledger month sealed',
            subject: `ledger ${periodId}`,
            who: startedBy,
            after: { hash, entries },
          },
          now,
        ),
      ],
      done,
      next: null,
      message,
    };
  },
});
