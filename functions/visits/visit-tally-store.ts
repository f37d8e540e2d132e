import * as z from 'zod';
import type { PeriodId } from '../../shared/calendar.ts';
import type { Role } from '../../shared/roles.ts';
import {
  monthSummaryFor,
  mostConsents,
  summarySteps,
  type MonthSummary,
} from '../../shared/visits/employer-summary.ts';
import type { Visit } from '../../shared/visits/visit.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { Change } from '../table/write.ts';
import { keys, lists, nameOfKey } from '../table/keys.ts';
import { countShards } from '../table/list-indexes.ts';
import { tallyWrite } from '../table/tallies.ts';
import type { CheckIn } from './resolve-check-ins.ts';
import { countOf, pagesOfList } from '../table/list.ts';
import { change } from '../table/change.ts';
import { monthlyVisits, visitEntity, visitsInMonth } from './store.ts';
import { getItem } from '../table/get-item.ts';
import { getItems } from '../table/batch-get-items.ts';

/** A member's counted visits of a month, and the records of those without dates. */
interface MonthCount {
  n: number;
  undated: Visit[];
}
export type Counts = ReadonlyMap<string, MonthCount>;

export const nameOfMonth = ({ memberId, periodId }: Visit): string => `${memberId} ${periodId}`;

const countedVisits = (checkIns: readonly CheckIn[]): Visit[] =>
  checkIns.flatMap((checkIn) => ('visit' in checkIn && !checkIn.visit.notCounted ? [checkIn.visit] : []));

/** Returns the current monthly counts of the members of these check-ins. */
export async function countsSoFar(checkIns: readonly CheckIn[]): Promise<Counts> {
  const months = [...new Map(countedVisits(checkIns).map((visit) => [nameOfMonth(visit), visit]))];
  // one request for all: a request per member is most of the CPU time of an import
  const items = new Map(
    (
      await getItems(
        months.map(([, { memberId, periodId }]) => keys.monthlyVisits(memberId, periodId)),
        { consistent: true },
      )
    ).map((item) => [nameOfKey(item), item]),
  );
  const counts = await Promise.all(
    months.map(async ([name, { memberId, periodId }]): Promise<[string, MonthCount]> => {
      const item = items.get(nameOfKey(keys.monthlyVisits(memberId, periodId)));
      const stored = item?.hasMonthCounts === true ? await visitsInMonth(memberId, periodId) : [];
      const undated = stored.filter((visit) => (visit.undated ?? 0) > 0);
      return [name, { n: Number(item?.n ?? 0), undated }];
    }),
  );
  return new Map(counts);
}

/** A club's monthly count whose visits now have dates, and how many of them. */
interface Dated {
  record: Visit;
  by: number;
}

/** Returns the counts without dates that added visits of the same club replace. */
const datedBy = (visits: readonly Visit[], { undated }: MonthCount): Dated[] =>
  undated.flatMap((record) => {
    const atClub = visits.filter(({ facilityId }) => facilityId === record.facilityId).length;
    const by = Math.min(record.undated ?? 0, atClub);
    return by > 0 ? [{ record, by }] : [];
  });

/** Returns by how many visits a month grows: visits that a monthly count contained already add nothing. */
export function addedVisits(visits: readonly Visit[], counts: Counts): number {
  const [first] = visits;
  const count = first && counts.get(nameOfMonth(first));
  const dated = count ? datedBy(visits, count) : [];
  return dated.reduce((added, { by }) => added - by, visits.length);
}

const moved = new Refusal(
  'conflict',
  'Another visit of this member was counted at the same time. Nothing was changed. Try again.',
);

/**
 * Returns the writes that add visits to monthly counters (1) or withdraw them (-1), one item per partner and month,
 * conditional on each member's count, so that the second of two concurrent imports is repeated.
 */
export function tallyChanges(checkIns: readonly CheckIn[], counts: Counts, by: 1 | -1 = 1): Change[] {
  const members = [...Map.groupBy(countedVisits(checkIns), nameOfMonth)].map(([name, visits]) => {
    const count = counts.get(name) ?? { n: 0, undated: [] };
    const dated = by === 1 ? datedBy(visits, count) : [];
    const added = by * dated.reduce((sum, { by: some }) => sum - some, visits.length);
    return { visits, dated, added, before: count.n, after: count.n + added };
  });
  const months = Map.groupBy(members, ({ visits: [visit] }) => `${visit?.partnerId} ${visit?.periodId}`);
  return [
    ...members.flatMap(({ visits: [visit], visits, dated, added, after }) => [
      {
        count: keys.monthlyVisits(visit?.memberId ?? '', visit?.periodId ?? ''),
        // an added visit increments the counter itself
        by: by === 1 ? added - visits.length : added,
        atMost: { count: after, full: moved },
      },
      // sharded, because it covers all partners
      ...countOfAll(visit?.periodId ?? '', added),
      ...countsOfFacilities(visits, dated, by),
      ...dated.flatMap(({ record, by: some }) =>
        change(visitEntity, record, { ...record, undated: (record.undated ?? 0) - some }, { lost: moved }),
      ),
    ]),
    ...[...months.values()].flatMap((ofMonth) => {
      const [visit] = ofMonth.flatMap(({ visits }) => visits);
      const dates = ofMonth.flatMap(({ visits }) => visits.map(({ date }) => date));
      return tallyWrite(
        keys.visitTallies(visit?.partnerId ?? '', visit?.periodId ?? ''),
        summarySteps(dates, ofMonth, by),
      );
    }),
  ];
}

/** Returns the changes of the facilities' counts; a dated visit that a monthly count contained adds nothing. */
const countsOfFacilities = (visits: readonly Visit[], dated: readonly Dated[], by: 1 | -1): Change[] =>
  [...Map.groupBy(visits, ({ facilityId }) => facilityId)].map(([facilityId, { length, 0: visit }]) => {
    const increment = dated.find(({ record }) => record.facilityId === facilityId)?.by ?? 0;
    const list = lists.visitsOfFacility(facilityId, visit?.periodId ?? '');
    return { count: keys.count(list), by: by * (length - increment) };
  });

function countOfAll(periodId: string, by: number): Change[] {
  const list = lists.visits('all', periodId);
  return [{ count: keys.count(list), by, shards: countShards(list) }];
}

/** A member who can withdraw the consent to share visits. `since` is null if the member was added so. */
const consentRow = z.object({ memberId: z.string(), since: z.string().nullable().default(null) });
type ConsentRow = z.output<typeof consentRow>;

/** Returns a partner's members who can withdraw the consent to share visits; null for more than `most`. */
export async function membersWithConsents(partnerId: string, most: number): Promise<ConsentRow[] | null> {
  const list = {
    name: lists.membersWithConsents(partnerId),
    columns: ['memberId'],
    read: (row: unknown) => consentRow.parse(row),
  };
  const members: ConsentRow[] = [];
  for await (const { rows } of pagesOfList(list, 'memberId', { pageSize: 500 })) {
    members.push(...rows);
    if (members.length > most) return null;
  }
  return members;
}

interface SummaryReader {
  summaryOf: (periodId: PeriodId) => Promise<MonthSummary>;
  /** ISO instant by which the last right to withdraw the consent was stored; numbers before it may contain the visits. */
  consentsSince: string;
}

/** The longest duration of a function: a member's right is stored at most so long after its time. */
const storedWithinMs = 15 * 60_000;

/** Returns the reader of a partner's months; every number of visits that an employer sees is from here. */
export async function summaryReader({
  partnerId,
  role,
  now,
}: {
  partnerId: string;
  role: Role;
  now: Date;
}): Promise<SummaryReader> {
  const members = role === 'systemAdmin' ? [] : await membersWithConsents(partnerId, mostConsents);
  const ids = members?.map(({ memberId }) => memberId);
  const rights = members?.flatMap(({ since }) => (since === null ? [] : [new Date(since).getTime()])) ?? [];
  return {
    summaryOf: async (periodId) => {
      const [tallies = {}, visits] = await Promise.all([
        getItem(keys.visitTallies(partnerId, periodId)),
        monthlyVisits(ids ?? [], periodId),
      ]);
      const consents = ids?.map((id) => visits.get(id) ?? 0) ?? null;
      return monthSummaryFor(role, periodId, tallies, { consents, now });
    },
    consentsSince: !members
      ? now.toISOString()
      : rights.length === 0
        ? ''
        : new Date(Math.max(...rights) + storedWithinMs).toISOString(),
  };
}

/** Returns the number of counted visits of a month at a facility. */
export const visitsOfFacility = (facilityId: string, periodId: string): Promise<number> =>
  countOf(lists.visitsOfFacility(facilityId, periodId));

/** Returns the number of counted visits of a month of all partners. */
export const visitsOfAll = (periodId: string): Promise<number> => countOf(lists.visits('all', periodId));
