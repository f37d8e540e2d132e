import { summarySteps } from '../../shared/visits/month-summary.ts';
import type { Visit } from '../../shared/visits/visit.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { Change } from '../table/change.ts';
import { countsAt } from '../table/counters.ts';
import { keys, lists } from '../table/keys.ts';
import { countShards } from '../table/list-indexes.ts';
import { tallyWrite } from '../table/tallies.ts';
import type { CheckIn } from './resolve-check-ins.ts';
import { countOf } from '../table/list.ts';
import { getItems } from '../table/table.ts';

type Counts = ReadonlyMap<string, number>;

const nameOf = ({ memberId, periodId }: Visit): string => `${memberId} ${periodId}`;

const countedVisits = (found: readonly CheckIn[]): Visit[] =>
  found.flatMap((one) => ('visit' in one && !one.visit.notCounted ? [one.visit] : []));

/** How often everybody of these check-ins was counted so far in their months. */
export async function countsSoFar(found: readonly CheckIn[]): Promise<Counts> {
  const months = [...new Map(countedVisits(found).map((one) => [nameOf(one), one]))];
  const counts = await countsAt(
    months.map(([, { memberId, periodId }]) => keys.monthlyVisits(memberId, periodId)),
  );
  return new Map(months.map(([name], place) => [name, counts[place] ?? 0]));
}

/**
 * The writes that bring the months' numbers forward, one item a partner and month. They hold only while each member's
 * counter is where it was read: of two imports of one member at once the second is done again.
 */
export function tallyChanges(taken: readonly CheckIn[], counts: Counts): Change[] {
  const visits = countedVisits(taken);
  const added = Map.groupBy(visits, nameOf);
  const months = Map.groupBy(visits, ({ partnerId, periodId }) => `${partnerId} ${periodId}`);
  const ofAll = Map.groupBy(visits, ({ periodId }) => lists.visits('all', periodId));
  const moved = new Refusal(
    'conflict',
    'Another visit of this member was counted at the same time. Nothing was changed. Try again.',
  );
  return [
    ...[...added].map(([name, [first, ...more]]) => ({
      count: keys.monthlyVisits(first?.memberId ?? '', first?.periodId ?? ''),
      by: 0,
      atMost: { count: (counts.get(name) ?? 0) + 1 + more.length, full: moved },
    })),
    // of all partners together, spread over several items
    ...[...ofAll].map(([list, { length: by }]) => ({
      count: keys.count(list),
      by,
      shards: countShards(list),
    })),
    ...[...months.values()].flatMap((ofMonth) => {
      const [{ partnerId, periodId } = { partnerId: '', periodId: '' }] = ofMonth;
      const members = [...new Set(ofMonth.map(nameOf))].map((name) => {
        const before = counts.get(name) ?? 0;
        return { before, after: before + (added.get(name)?.length ?? 0) };
      });
      const steps = summarySteps(
        ofMonth.map(({ date }) => date),
        members,
      );
      return tallyWrite(keys.visitTallies(partnerId, periodId), steps);
    }),
  ];
}

/** The numbers of a partner's month, as they are kept; empty before the first visit. */
export async function loadTallies(partnerId: string, periodId: string): Promise<Record<string, unknown>> {
  const [tallies = {}] = await getItems([keys.visitTallies(partnerId, periodId)]);
  return tallies;
}

/** How many visits of a month were counted, of all partners. */
export const visitsOfAll = (periodId: string): Promise<number> => countOf(lists.visits('all', periodId));
