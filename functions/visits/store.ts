import type { Page } from '../../shared/page.ts';
import { lastNameOf, visit, visitColumns, visitsOf, type Visit } from '../../shared/visits/visit.ts';
import { Refusal } from '../../shared/refusal.ts';
import { visitCounted } from '../integrations/webhooks/visit-events.ts';
import { change } from '../table/change.ts';
import type { Change } from '../table/write.ts';
import { entity, normalized, sortsBy } from '../table/entity.ts';
import { keys, lists } from '../table/keys.ts';
import { listOf, pageOfList, pagesOfList, type ListQuery } from '../table/list.ts';
import { periodEnd, periodStart, type PeriodId } from '../../shared/calendar.ts';
import type { Member } from '../../shared/members/member.ts';
import { isInDetail } from '../../shared/visits/usage-log.ts';
import { pageOfNames, pagesOfNames, visitsByMember, type VisitAtCursor } from './visits-by-name-store.ts';
import { eachItem, getMany, parseRow } from '../table/table.ts';
import { getItems } from '../table/batch-get-items.ts';

/** The specified columns, and last names for the search. */
export const visitListColumns = [...visitColumns, 'memberLastName'] as const;

export const visitEntity = entity({
  name: 'visit',
  schema: visit,
  key: ({ memberId, date, facilityId, notCounted, undated }) =>
    notCounted || undated !== undefined
      ? keys.uncountedCheckIn(memberId, date, facilityId)
      : keys.visit(memberId, date),
  inList: (candidate) =>
    // all visits of the count have dates
    candidate.undated === 0
      ? null
      : {
          list: lists.visits(candidate.partnerId, candidate.periodId),
          sorts: sortsBy(visitListColumns, {
            // members of one name in turn, each by date: the key ends every sort text
            memberName: candidate.memberName,
            date: `${candidate.date} ${candidate.time}`,
            facilityName: candidate.facilityName,
            facilityNumber: candidate.facilityId,
            memberLastName: `${lastNameOf(candidate)} ${candidate.memberName}`,
          }),
        },
});

const visitsList = (partnerId: string, periodId: string) =>
  listOf(lists.visits(partnerId, periodId), visitListColumns, visitEntity);

/** Returns a page of a month's visits; a search matches the beginning of first or last names. */
export const listVisits = (
  partnerId: string,
  periodId: string,
  { filter = '', ...listQuery }: ListQuery,
): Promise<Page<Visit>> =>
  normalized(filter) === ''
    ? pageOfList(visitsList(partnerId, periodId), listQuery)
    : pageOfNames(visitsList(partnerId, periodId), normalized(filter), listQuery);

/** Yields a partner's visits of a month by member after a cursor, each with the cursors after it. */
export const visitsAtCursors = (
  partnerId: string,
  periodId: string,
  { filter = '', ...listQuery }: ListQuery,
): AsyncGenerator<VisitAtCursor[]> =>
  visitsByMember(
    {
      ...visitsList(partnerId, periodId),
      read: (item) => ({ visit: parseRow(visitEntity, item), item }),
    },
    normalized(filter),
    listQuery,
  );

/** Yields a partner's visits of a month by member, in pages; `after` continues after a cursor. */
export const visitsOfMonth = (partnerId: string, periodId: string, filter: string, after: string | null) =>
  normalized(filter) === ''
    ? pagesOfList(visitsList(partnerId, periodId), 'memberName', { ...(after !== null && { after }) })
    : pagesOfNames(visitsList(partnerId, periodId), normalized(filter), after);

/** Returns a page of a partner's month by member for archiving. */
export async function pageOfMonth(
  partnerId: string,
  periodId: string,
  { pageSize, after }: { pageSize: number; after: string | null },
): Promise<{ rows: Visit[]; cursor: string | null }> {
  const listQuery = { pageSize, ...(after !== null && { cursor: after }) };
  const { items, nextCursor } = await pageOfList(visitsList(partnerId, periodId), listQuery);
  return { rows: items, cursor: nextCursor };
}

/** Returns the writes that remove an archived check-in; the member's monthly count remains. */
export const visitRemoved = (candidate: Visit): Change[] =>
  change(visitEntity, candidate, null, {
    lost: new Refusal('conflict', 'This visit was changed while its month was archived.'),
  });

/** Returns stored check-ins: the visit that counts on the member's day, and others at the same facility. */
export const storedVisits = (wanted: readonly Pick<Visit, 'memberId' | 'date' | 'facilityId'>[]) =>
  getMany(visitEntity, [
    ...new Map(
      wanted
        .flatMap(({ memberId, date, facilityId }) => [
          keys.visit(memberId, date),
          keys.uncountedCheckIn(memberId, date, facilityId),
        ])
        .map((key) => [`${key.pk} ${key.sk}`, key]),
    ).values(),
  ]);

/** Returns all check-ins of a member's day, consistently read. */
export async function checkInsOfDay(memberId: string, date: string): Promise<Visit[]> {
  const { pk, sk } = keys.visit(memberId, date);
  const stored: Visit[] = [];
  for await (const item of eachItem(pk, sk)) stored.push(parseRow(visitEntity, item));
  return stored;
}

// created once: an error per visit is most of the CPU time of an import
const addedTwice = {
  lost: new Refusal('conflict', 'Another check-in of this day was imported at the same time.'),
};

/** Returns the writes of a check-in: the record, its list, and, if it counts, the member's monthly count. */
export const visitAdded = (candidate: Visit): Change[] => [
  ...change(visitEntity, null, candidate, addedTwice),
  ...(candidate.notCounted
    ? []
    : [
        { count: keys.monthlyVisits(candidate.memberId, candidate.periodId), by: 1 },
        visitCounted(candidate),
      ]),
];

/** Returns the visits of each member in a month; 0 without visits. */
export async function monthlyVisits(
  memberIds: readonly string[],
  periodId: string,
): Promise<Map<string, number>> {
  const counts = new Map(memberIds.map((id) => [id, 0]));
  const wanted = new Map(memberIds.map((id) => [keys.monthlyVisits(id, periodId).pk, id]));
  for (const item of await getItems(memberIds.map((id) => keys.monthlyVisits(id, periodId)))) {
    const id = wanted.get(String(item.pk));
    if (id !== undefined) counts.set(id, Number(item.n ?? 0));
  }
  return counts;
}

/** Returns a member's check-ins of a month, with one query. */
export async function visitsInMonth(memberId: string, periodId: string): Promise<Visit[]> {
  const { pk, sk } = keys.visit(memberId, `${periodId.slice(0, 4)}-${periodId.slice(4)}-`);
  const visits: Visit[] = [];
  for await (const item of eachItem(pk, sk)) visits.push(parseRow(visitEntity, item));
  return visits;
}

/**
 * Returns the visits of a month before the end that a notice of an earlier day set within it; undefined for other months.
 * Visits behind that end were counted before the notice was recorded.
 */
export async function visitsBeforeNotice(
  { id, noticeOn, leavingOn }: Pick<Member, 'id' | 'noticeOn' | 'leavingOn'>,
  periodId: string,
): Promise<number | undefined> {
  if (noticeOn === undefined || leavingOn === null) return undefined;
  if (leavingOn <= periodStart(periodId) || leavingOn > periodEnd(periodId)) return undefined;
  const visits = await visitsInMonth(id, periodId);
  return visits.filter(({ date }) => date < leavingOn).reduce((sum, each) => sum + visitsOf(each), 0);
}

/** Returns a member's visits in several months. */
export async function visitCounts(
  memberId: string,
  periodIds: readonly string[],
  options: { consistent?: boolean } = {},
): Promise<Map<string, number>> {
  const wanted = new Map(periodIds.map((id) => [keys.monthlyVisits(memberId, id).sk, id]));
  const counts = new Map(periodIds.map((id) => [id, 0]));
  for (const item of await getItems(
    periodIds.map((id) => keys.monthlyVisits(memberId, id)),
    options,
  )) {
    const id = wanted.get(String(item.sk));
    if (id !== undefined) counts.set(id, Number(item.n ?? 0));
  }
  return counts;
}

/** Returns a member's check-ins of a month, or the count only for an archived month, in one round trip. */
export const loadUsage = async (memberId: string, period: PeriodId, now: Date): Promise<Visit[] | number> =>
  isInDetail(period, now)
    ? await visitsInMonth(memberId, period)
    : ((await monthlyVisits([memberId], period)).get(memberId) ?? 0);
