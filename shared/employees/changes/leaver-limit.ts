import type { LeaverLimits } from './roster-change.ts';

/** Memberships of a small partner that may end on one day without an administrator's approval. */
const alwaysAllowed = 5;

/**
 * Returns how many memberships of enrolled members may end on one day in all channels of a partner. Above it, an
 * administrator approves a leavers file instead.
 */
export const leaversPerDay = (members: number, { percent, count }: LeaverLimits): number =>
  Math.max(alwaysAllowed, Math.min(count, Math.floor((members * percent) / 100)));

export const leaverLimitReached = (limit: number): string =>
  `More than ${limit} memberships would end today. Upload a leavers file, which an administrator approves.`;
