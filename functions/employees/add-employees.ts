import * as z from 'zod';
import { needsFix, type NewRefusedRow } from '../../shared/jobs/job.ts';
import { takeFitting } from '../jobs/fitting.ts';
import { rosterCompleted } from '../integrations/webhooks/roster-events.ts';
import { defineJob } from '../jobs/job-kind.ts';
import { loadJob } from '../jobs/store.ts';
import { membershipGuards } from '../members/membership-count-store.ts';
import { loadPartFrom } from '../platform/stored-parts.ts';
import type { Change } from '../table/write.ts';
import { loadCapacity, membersAdded, rowAddition } from './add-members.ts';
import { uploadedRows } from './upload-store.ts';

interface AddedRow {
  changes: Change[];
  refusedRow?: NewRefusedRow;
}
const countAdded = (rows: readonly AddedRow[]): number => rows.filter(({ refusedRow }) => !refusedRow).length;

/** Adds the employees of a file; the cursor is the number of processed rows. */
export const addEmployees = defineJob({
  input: z.object({ partnerId: z.string(), rowCount: z.int(), fileHash: z.string().optional() }),
  cursor: z.int().default(0),
  step: async ({ input: { partnerId, rowCount, fileHash }, jobId, cursor: start, startedBy, now }) => {
    const chunk = await loadPartFrom(uploadedRows, jobId, start);
    const capacity = await loadCapacity(partnerId, chunk);
    const {
      results,
      changes,
      itemCount: done,
    } = await takeFitting(chunk, ({ line, cells, ...row }, before: readonly AddedRow[]): AddedRow => {
      const added = countAdded(before);
      const { changes, refusal } = rowAddition(row, { id: `${jobId}-${line}`, partnerId, capacity, added });
      return {
        changes,
        ...(refusal && { refusedRow: { line, reason: refusal.message, code: refusal.code, cells } }),
      };
    });
    const uploaded = countAdded(results);
    const refusedRows = results.flatMap(({ refusedRow }) => refusedRow ?? []);
    const finished = start + done >= rowCount;
    if (finished) {
      const before = (await loadJob(jobId))?.tally;
      const applied = {
        changed: (before?.uploaded ?? 0) + uploaded,
        failed: (before?.failed ?? 0) + refusedRows.length,
      };
      changes.push(rosterCompleted(partnerId, jobId, applied));
    }
    if (uploaded > 0)
      changes.push(
        ...membershipGuards(partnerId, capacity.allowed),
        membersAdded(
          partnerId,
          { jobId, uploaded, fromLine: chunk[0]?.line, fileHash },
          { who: startedBy, now },
        ),
      );
    return {
      changes,
      done,
      next: finished ? null : start + done,
      refusedRows,
      tally: {
        uploaded,
        failed: refusedRows.length,
        toFix: refusedRows.filter(needsFix).length,
      },
      message: finished ? 'The upload is finished.' : 'Uploading employees.',
    };
  },
});
