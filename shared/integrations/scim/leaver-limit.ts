import type { LeaverLimits } from '../../employees/changes/roster-change.ts';

/** Memberships of a small partner that may end on one day without an administrator's approval. */
const alwaysAllowed = 5;

/**
 * Returns how many memberships of enrolled members may end on one day by SCIM. Above the limits of a leavers file, an
 * administrator approves the file instead.
 */
export const leaversPerDay = (members: number, { percent, count }: LeaverLimits): number =>
  Math.max(alwaysAllowed, Math.min(count, Math.floor((members * percent) / 100)));
