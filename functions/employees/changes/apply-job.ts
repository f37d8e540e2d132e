import * as z from 'zod';
import {
  appliedGroups,
  storedRosterRow,
  takeBackUntil,
  type AppliedGroup,
} from '../../../shared/employees/roster-change.ts';
import { validEmployee } from '../../../shared/employees/employee-rows.ts';
import { countResults, takeFitting } from '../../jobs/fitting.ts';
import { defineJob } from '../../jobs/job-kind.ts';
import { rosterCompleted } from '../../integrations/webhooks/roster-events.ts';
import { membershipGuards } from '../../members/membership-count-store.ts';
import { loadCapacity } from '../add-members.ts';
import { applyRow } from './apply-row.ts';
import { storeApplied, loadRosterChange, rosterChangeWrites, type AppliedRow } from './change-store.ts';
import { loadPart, rowPosition, rowsFrom, type RowPosition } from './stored-rows.ts';

/** Hours in which a roster change can be undone. */
const undoHours = (): number => Number(process.env.ROSTER_REVERT_HOURS ?? 24);

const row = storedRosterRow.extend({ employee: validEmployee.optional() });

// a transaction has 100 items; job progress, the change, results, and condition checks use some of them
const itemsPerStep = 84;
const rowsPerStep = 40;

const isAdded = ({ row: { group, result } }: { row: AppliedRow }): boolean =>
  group === 'add' && result.success;

/**
 * Applies the rows of a confirmed change. Memberships end first to free capacity for new members. Each row is decided
 * with current data and written in one transaction with its result and the data needed to undo it.
 */
export const applyRosterChange = defineJob({
  input: z.object({ changeId: z.string() }),
  cursor: z
    .object({ group: z.enum(appliedGroups), position: rowPosition, dealt: z.int() })
    .default({ group: 'end', position: { part: 0, row: 0 }, dealt: 0 }),
  step: async ({ input: { changeId }, jobId, cursor, startedBy, now }) => {
    const change = await loadRosterChange(changeId);
    const { group, position, dealt } = cursor;
    const unticked = new Set((await loadPart(changeId, 'unticked', 0, z.string())) ?? []);
    const page = await rowsFrom(changeId, group, position, rowsPerStep, row);
    const capacity = await loadCapacity(change.partnerId, group === 'add' ? page.rows : []);
    const {
      results: applications,
      changes,
      itemCount,
    } = await takeFitting(
      page.rows,
      (item, before: readonly Awaited<ReturnType<typeof applyRow>>[]) =>
        unticked.has(item.key)
          ? undefined
          : applyRow(group, item, {
              change,
              capacity,
              newId: `${changeId}-${item.line ?? 0}`,
              added: before.filter(isAdded).length,
              ended: before.filter(({ row: { result } }) => group === 'end' && result.success).length,
              who: startedBy,
              now,
            }),
      itemsPerStep,
    );
    const results = applications.map(({ row }) => row);
    const following = nextPosition(group, itemCount, page);
    const { tally, total: applied } = await countResults(
      jobId,
      results.map(({ result }) => result),
      following === null,
    );
    return {
      changes: [
        ...changes,
        ...(applications.some(isAdded) ? membershipGuards(change.partnerId, capacity.allowed) : []),
        ...(results.length > 0 ? [storeApplied(changeId, dealt, results)] : []),
        ...(following
          ? []
          : [
              ...rosterChangeWrites(change, {
                ...change,
                status: 'done',
                applied,
                finishedAt: now.toISOString(),
                takeBackUntil: takeBackUntil(now, undoHours()),
              }),
              rosterCompleted(change.partnerId, changeId, applied),
            ]),
      ],
      done: results.length,
      next: following && { ...following, dealt: dealt + results.length },
      tally,
      message: following ? 'Applying the changes.' : appliedMessage(applied),
    };
  },
});

const appliedMessage = ({ changed, failed }: { changed: number; failed: number }): string =>
  `${changed.toLocaleString('en-US')} ${changed === 1 ? 'row was' : 'rows were'} applied.${failed > 0 ? ` ${failed.toLocaleString('en-US')} not changed.` : ''}`;

/** Returns the position after a step's rows, in the same or the next group; null at the end. */
function nextPosition(
  group: AppliedGroup,
  seen: number,
  { rows, from, next }: { rows: readonly unknown[]; from: RowPosition; next: RowPosition | null },
): { group: AppliedGroup; position: RowPosition } | null {
  if (seen < rows.length) return { group, position: { part: from.part, row: from.row + seen } };
  if (next) return { group, position: next };
  const following = appliedGroups[appliedGroups.indexOf(group) + 1];
  return following ? { group: following, position: { part: 0, row: 0 } } : null;
}
