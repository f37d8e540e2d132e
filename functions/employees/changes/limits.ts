import type { LeaverLimits } from '../../../shared/employees/changes/roster-change.ts';

/** Most leavers that need no administrator approval. */
export const leaverLimits = (): LeaverLimits => ({
  percent: Number(process.env.LEAVERS_PERCENT ?? 5),
  count: Number(process.env.LEAVERS_COUNT ?? 25),
});

/** Hours in which a roster change can be undone. */
export const undoHours = (): number => Number(process.env.ROSTER_REVERT_HOURS ?? 24);
