import * as z from 'zod';
import { freeKeyFob } from '../../shared/employees/key-fob.ts';
import type { NewRefusedRow } from '../../shared/jobs/job.ts';
import { defineJob } from '../jobs/job-kind.ts';
import { auditWrite } from '../table/audit.ts';
import { keyFobChange, keyFobInUse, loadKeyFobs } from './store.ts';

// a new key fob has two items: the record and its index item
const keyFobsPerStep = 40;

/** Adds key fobs; the cursor is the number of processed key fob numbers. */
export const addKeyFobs = defineJob({
  input: z.object({ partnerId: z.string(), numbers: z.array(z.string()) }),
  cursor: z.int().default(0),
  step: async ({ input: { partnerId, numbers }, cursor: start, startedBy, now, jobId }) => {
    const end = Math.min(start + keyFobsPerStep, numbers.length);
    const chunk = numbers.slice(start, end);
    const existing = new Set(
      (await loadKeyFobs([...new Set(chunk)])).map(({ number: keyFobNumber }) => keyFobNumber),
    );
    const added: string[] = [];
    const refusedRows: NewRefusedRow[] = [];
    chunk.forEach((keyFobNumber, index) => {
      const line = start + index + 1;
      const reason =
        numbers.indexOf(keyFobNumber) < line - 1
          ? 'This key fob was entered more than once.'
          : existing.has(keyFobNumber)
            ? keyFobInUse(keyFobNumber)
            : undefined;
      if (reason) refusedRows.push({ line, reason, code: 'conflict', cells: { 'Key Fob': keyFobNumber } });
      else added.push(keyFobNumber);
    });
    const finished = end === numbers.length;
    return {
      changes: [
        ...added.flatMap((keyFobNumber) =>
          keyFobChange(null, freeKeyFob(keyFobNumber, partnerId, now.toISOString())),
        ),
        ...(added.length > 0
          ? [
              auditWrite(
                {
                  name: 'key fobs added',
                  subject: `partner ${partnerId}`,
                  who: startedBy,
                  after: { jobId, first: added[0], last: added.at(-1), count: added.length },
                },
                now,
              ),
            ]
          : []),
      ],
      done: chunk.length,
      next: finished ? null : end,
      refusedRows,
      tally: { added: added.length, failed: refusedRows.length },
      message: finished ? 'The key fobs were added.' : 'Adding key fobs.',
    };
  },
});
