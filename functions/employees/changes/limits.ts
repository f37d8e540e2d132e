import type { LeaverLimits } from '../../../shared/employees/changes/roster-change.ts';

/** From how many leavers on an administrator must agree. */
export const leaverLimits = (): LeaverLimits => ({
  percent: Number(process.env.LEAVERS_PERCENT ?? 5),
  count: Number(process.env.LEAVERS_COUNT ?? 25),
});

/** For how many hours a roster change can be taken back. */
export const takeBackHours = (): number => Number(process.env.ROSTER_TAKE_BACK_HOURS ?? 24);
