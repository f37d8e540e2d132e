import type { NotCounted } from '../../visits/counting.ts';
import { notCountedNames } from '../../visits/visit.ts';

/** Largest number of check-ins in one request. */
export const mostOfBatch = 100;

/**
 * Results of a check-in. `sameDay`: another check-in of the day counts; `notActive`: stored, but outside of the
 * enrollment or on hold; `unknownMember` and `refused`: not stored.
 */
export const checkInResults = ['counted', 'sameDay', 'notActive', 'unknownMember', 'refused'] as const;
export type CheckInResult = (typeof checkInResults)[number];

/** Returns the result of a stored check-in by its reason for not counting, as the rules of visits name it. */
export function resultOf(message: string, isCounted: boolean): CheckInResult {
  if (isCounted) return 'counted';
  const reason = (Object.keys(notCountedNames) as NotCounted[]).find(
    (name) => notCountedNames[name] === message,
  );
  return reason === undefined || reason === 'sameDay' ? 'sameDay' : 'notActive';
}
