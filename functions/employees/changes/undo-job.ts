import * as z from 'zod';
import type { BulkResult } from '../../../shared/employees/bulk/bulk-action.ts';
import { takeFitting } from '../../jobs/fitting.ts';
import { defineJob } from '../../jobs/job-kind.ts';
import { loadJob } from '../../jobs/store.ts';
import type { Change } from '../../table/write.ts';
import { mustLoadGroupMembership } from '../../group-memberships/store.ts';
import { membershipGuards } from '../membership-guard-store.ts';
import { nextApplied, loadRosterChange, rosterChangeWrites, storeUndone } from './change-store.ts';
import { undoRow } from './undo-row.ts';

// a transaction has 100 items; job progress, the change, and the results use some of them
const itemsOfOneStep = 84;

/**
 * Undoes a roster change row by row; rows that cannot be undone are skipped with the reason.
 */
export const undoRosterChange = defineJob({
  input: z.object({ changeId: z.string() }),
  // the previous part of applied rows, and the number of processed rows of the next one
  cursor: z.object({ before: z.string(), dealt: z.int() }).default({ before: '', dealt: 0 }),
  step: async ({ input: { changeId }, jobId, cursor, startedBy, now }) => {
    const change = await loadRosterChange(changeId);
    const { before, dealt } = cursor;
    const found = await nextApplied(changeId, before);
    const rows = found?.rows.slice(dealt) ?? [];
    const context = { partnerId: change.partnerId, changeId, who: startedBy, now };
    const {
      results: undone,
      changes,
      taken,
    } = await takeFitting(
      rows,
      (row, before: readonly { result: BulkResult; changes: Change[] }[]) =>
        undoRow(row, { ...context, restored: before.filter(({ result }) => result.success).length }),
      itemsOfOneStep,
    );
    const results = undone.map(({ result }) => result);
    const isPartOver = dealt + taken >= (found?.rows.length ?? 0);
    const next = !found
      ? null
      : isPartOver
        ? { before: found.part, dealt: 0 }
        : { before, dealt: dealt + taken };
    const changed = results.filter(({ success }) => success).length;
    const tally = { changed, failed: results.length - changed };
    const sofar = next === null ? (await loadJob(jobId))?.tally : undefined;
    const takenBack = { changed: sofar?.changed ?? 0, failed: sofar?.failed ?? 0 };
    return {
      changes: [
        ...changes,
        ...(results.some(({ success }) => success)
          ? membershipGuards(
              change.partnerId,
              (await mustLoadGroupMembership(change.partnerId)).numberOfMemberships,
            )
          : []),
        ...(results.length > 0
          ? [storeUndone(changeId, `${found?.part}-${String(dealt).padStart(3, '0')}`, results)]
          : []),
        ...(next === null ? rosterChangeWrites(change, { ...change, status: 'takenBack', takenBack }) : []),
      ],
      done: results.length,
      next,
      tally,
      message:
        next === null
          ? `${takenBack.changed.toLocaleString('en-US')} undone. ${takenBack.failed.toLocaleString('en-US')} not changed.`
          : 'Undoing the changes.',
    };
  },
});
