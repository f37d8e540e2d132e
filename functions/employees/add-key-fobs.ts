import * as z from 'zod';
import { freeKeyFob } from '../../shared/employees/key-fob.ts';
import type { RefusedRow } from '../../shared/jobs/job.ts';
import { defineJob } from '../jobs/job-kind.ts';
import { auditWrite } from '../table/audit.ts';
import { keyFobChange, keyFobTaken, loadKeyFobs } from './store.ts';

// a new fob is two items: itself and what it is found by
const fobsOfOneStep = 40;

/** The steps that add key fobs; the cursor is how many numbers are dealt with. */
export const addKeyFobs = defineJob({
  input: z.object({ partnerId: z.string(), numbers: z.array(z.string()) }),
  step: async ({ input: { partnerId, numbers }, cursor, startedBy, now, jobId }) => {
    const start = Number(cursor || 0);
    const end = Math.min(start + fobsOfOneStep, numbers.length);
    const chunk = numbers.slice(start, end);
    const existing = new Set((await loadKeyFobs([...new Set(chunk)])).map(({ number }) => number));
    const added: string[] = [];
    const refusedRows: RefusedRow[] = [];
    chunk.forEach((number, index) => {
      const line = start + index + 1;
      const reason =
        numbers.indexOf(number) < line - 1
          ? 'This key fob is named more than once.'
          : existing.has(number)
            ? keyFobTaken(number)
            : undefined;
      if (reason) refusedRows.push({ line, reason, cells: { 'Key Fob': number } });
      else added.push(number);
    });
    const finished = end === numbers.length;
    return {
      changes: [
        ...added.flatMap((number) => keyFobChange(null, freeKeyFob(number, partnerId, now.toISOString()))),
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
      next: finished ? null : String(end),
      refusedRows,
      tally: { added: added.length, failed: refusedRows.length },
      message: finished ? 'Adding key fobs is finished.' : 'Adding key fobs.',
    };
  },
});
