import { summarySteps } from '../../shared/visits/month-summary.ts';
import type { Visit } from '../../shared/visits/visit.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { Change } from '../table/write.ts';
import { countsAt } from '../table/counters.ts';
import { keys, lists } from '../table/keys.ts';
import { countShards } from '../table/list-indexes.ts';
import { tallyWrite } from '../table/tallies.ts';
import type { CheckIn } from './resolve-check-ins.ts';
import { countOf } from '../table/list.ts';
import { getItems } from '../table/batch-get-items.ts';

type Counts = ReadonlyMap<string, number>;

const nameOf = ({ memberId, periodId }: Visit): string => `${memberId} ${periodId}`;

const countedVisits = (found: readonly CheckIn[]): Visit[] =>
  found.flatMap((checkIn) => ('visit' in checkIn && !checkIn.visit.notCounted ? [checkIn.visit] : []));

/** Returns the current monthly counts of the members of these check-ins. */
export async function countsSoFar(found: readonly CheckIn[]): Promise<Counts> {
  const months = [...new Map(countedVisits(found).map((visit) => [nameOf(visit), visit]))];
  const counts = await countsAt(
    months.map(([, { memberId, periodId }]) => keys.monthlyVisits(memberId, periodId)),
  );
  return new Map(months.map(([name], index) => [name, counts[index] ?? 0]));
}

/**
 * Returns the writes that add visits to monthly counters (1) or withdraw them (-1), one item per partner and month, conditional on each member's count, so
 * that the second of two concurrent imports is repeated.
 */
export function tallyChanges(taken: readonly CheckIn[], counts: Counts, by: 1 | -1 = 1): Change[] {
  const visits = countedVisits(taken);
  const added = Map.groupBy(visits, nameOf);
  const months = Map.groupBy(visits, ({ partnerId, periodId }) => `${partnerId} ${periodId}`);
  const ofAll = Map.groupBy(visits, ({ periodId }) => lists.visits('all', periodId));
  const ofFacilities = Map.groupBy(visits, ({ facilityId, periodId }) =>
    lists.visitsOfFacility(facilityId, periodId),
  );
  const moved = new Refusal(
    'conflict',
    'Another visit of this member was counted at the same time. Nothing was changed. Try again.',
  );
  return [
    ...[...added].map(([name, [first, ...more]]) => ({
      count: keys.monthlyVisits(first?.memberId ?? '', first?.periodId ?? ''),
      // an added visit increments the counter itself
      by: by === 1 ? 0 : -1 - more.length,
      atMost: { count: (counts.get(name) ?? 0) + by * (1 + more.length), full: moved },
    })),
    // sharded, because it covers all partners
    ...[...ofAll].map(([list, { length }]) => ({
      count: keys.count(list),
      by: by * length,
      shards: countShards(list),
    })),
    ...[...ofFacilities].map(([list, { length: by }]) => ({ count: keys.count(list), by })),
    ...[...months.values()].flatMap((ofMonth) => {
      const [{ partnerId, periodId } = { partnerId: '', periodId: '' }] = ofMonth;
      const members = [...new Set(ofMonth.map(nameOf))].map((name) => {
        const before = counts.get(name) ?? 0;
        return { before, after: before + by * (added.get(name)?.length ?? 0) };
      });
      const steps = summarySteps(
        ofMonth.map(({ date }) => date),
        members,
        by,
      );
      return tallyWrite(keys.visitTallies(partnerId, periodId), steps);
    }),
  ];
}

/** Returns the counters of a partner's month; empty before the first visit. */
export async function loadTallies(partnerId: string, periodId: string): Promise<Record<string, unknown>> {
  const [tallies = {}] = await getItems([keys.visitTallies(partnerId, periodId)]);
  return tallies;
}

/** Returns the number of counted visits of a month at a facility. */
export const visitsOfFacility = (facilityId: string, periodId: string): Promise<number> =>
  countOf(lists.visitsOfFacility(facilityId, periodId));

/** Returns the number of counted visits of a month of all partners. */
export const visitsOfAll = (periodId: string): Promise<number> => countOf(lists.visits('all', periodId));
