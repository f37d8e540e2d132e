import { nameOfKey } from '../table/keys.ts';
import { sizeOfLate } from '../table/transact.ts';
import type { Change } from '../table/write.ts';
import type { CheckIn } from './resolve-check-ins.ts';
import { visitAdded } from './store.ts';
import { nameOfMonth, tallyChanges, type Counts } from './visit-tally-store.ts';

/** A transaction holds 100 items, including the job's progress and its refused rows. */
const roomForVisits = 90;
export const linesPerStep = roomForVisits;

/**
 * Returns the leading lines that can fit into one transaction at most, so that counts of others are not read: each
 * visit is an item, and each member's month with visits a counter.
 */
export function mostFitting(checkIns: readonly CheckIn[]): readonly CheckIn[] {
  const months = new Set<string>();
  let visits = 0;
  const end = checkIns.findIndex((checkIn) => {
    if (!('visit' in checkIn)) return false;
    visits += 1;
    if (!checkIn.visit.notCounted) months.add(nameOfMonth(checkIn.visit));
    return visits + months.size >= roomForVisits;
  });
  return end === -1 ? checkIns : checkIns.slice(0, end);
}

/**
 * Returns the leading lines that fit into one transaction with their writes. Sizes are added up line by line, because
 * the totals of all lines are computed only once.
 */
export function fitting(
  checkIns: readonly CheckIn[],
  counts: Counts,
): { fitted: CheckIn[]; changes: Change[] } {
  const fitted: CheckIn[] = [];
  const visits: Change[] = [];
  const counters = new Set<string>();
  let items = 0;
  for (const checkIn of checkIns) {
    const added = 'visit' in checkIn ? visitAdded(checkIn.visit) : [];
    const more = 'visit' in checkIn ? countersOf(checkIn, added, counts) : [];
    const writes = added.filter((part) => 'item' in part).length + sizeOfLate(added);
    // one item stores the visitors
    if (items + writes + new Set([...counters, ...more]).size >= roomForVisits) break;
    items += writes;
    for (const name of more) counters.add(name);
    visits.push(...added);
    fitted.push(checkIn);
  }
  return { fitted, changes: [...visits, ...tallyChanges(fitted, counts)] };
}

/** Returns the names of the items that a visit shares with others: counters, totals, and counts without dates. */
function countersOf(
  { visit }: Extract<CheckIn, { visit: unknown }>,
  added: readonly Change[],
  counts: Counts,
): string[] {
  const counted = added.flatMap((part) => ('count' in part ? [nameOfKey(part.count)] : []));
  if (visit.notCounted) return counted;
  const { partnerId, periodId } = visit;
  const undated = counts.get(nameOfMonth(visit))?.undated ?? [];
  return [
    ...counted,
    `all ${periodId}`,
    `facility ${visit.facilityId} ${periodId}`,
    `totals ${partnerId} ${periodId}`,
    ...undated.map(({ memberId, facilityId }) => `undated ${memberId} ${periodId} ${facilityId}`),
  ];
}
