import type { LeaverLimits } from '../../../shared/employees/changes/roster-change.ts';

/** Returns the maximum leavers that need no administrator's approval. */
export const leaverLimits = (): LeaverLimits => ({
  percent: Number(process.env.LEAVERS_PERCENT ?? 5),
  count: Number(process.env.LEAVERS_COUNT ?? 25),
});
