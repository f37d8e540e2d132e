import * as z from 'zod';
import { countResults, takeFitting } from '../../jobs/fitting.ts';
import { defineJob } from '../../jobs/job-kind.ts';
import { membershipGuards } from '../../members/membership-count-store.ts';
import { loadCapacity } from '../add-members.ts';
import { previousApplied, loadRosterChange, rosterChangeWrites, storeUndone } from './change-store.ts';
import { undoRow, type UndoneRow } from './undo-row.ts';

// a transaction has 100 items; job progress, the change, and the results use some of them
const itemsPerStep = 84;

/**
 * Undoes a roster change row by row, the last group first, so that removed members free capacity for restored ones. Rows
 * that cannot be undone are skipped with the reason.
 */
export const undoRosterChange = defineJob({
  input: z.object({ changeId: z.string() }),
  // the part of applied rows that was undone last, and the number of processed rows of the one before it
  cursor: z.object({ before: z.string(), dealt: z.int() }).default({ before: '', dealt: 0 }),
  step: async ({ input: { changeId }, jobId, cursor, startedBy, now }) => {
    const change = await loadRosterChange(changeId);
    const { before, dealt } = cursor;
    const applied = await previousApplied(changeId, before);
    const rows = applied?.rows.slice(dealt) ?? [];
    const capacity = await loadCapacity(change.partnerId);
    const context = { partnerId: change.partnerId, changeId, capacity, who: startedBy, now };
    const {
      results: undone,
      changes,
      itemCount: memberships,
    } = await takeFitting(
      rows,
      (row, before: readonly UndoneRow[]) =>
        undoRow(row, {
          ...context,
          memberships: before.reduce((sum, { memberships: each }) => sum + each, 0),
        }),
      itemsPerStep,
    );
    const results = undone.map(({ result }) => result);
    const isPartOver = dealt + memberships >= (applied?.rows.length ?? 0);
    const next = !applied
      ? null
      : isPartOver
        ? { before: applied.part, dealt: 0 }
        : { before, dealt: dealt + memberships };
    const { tally, total: undoneCounts } = await countResults(jobId, results, next === null);
    return {
      changes: [
        ...changes,
        ...(undone.some(({ memberships: each }) => each > 0)
          ? membershipGuards(change.partnerId, capacity.allowed)
          : []),
        ...(results.length > 0
          ? [storeUndone(changeId, `${applied?.part}-${String(dealt).padStart(3, '0')}`, results)]
          : []),
        ...(next === null
          ? rosterChangeWrites(change, { ...change, status: 'takenBack', takenBack: undoneCounts })
          : []),
      ],
      done: results.length,
      next,
      tally,
      message:
        next === null
          ? `${undoneCounts.changed.toLocaleString('en-US')} undone. ${undoneCounts.failed.toLocaleString('en-US')} not changed.`
          : 'Undoing the changes.',
    };
  },
});
