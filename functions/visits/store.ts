import type { Page } from '../../shared/page.ts';
import { visit, visitColumns, type Visit } from '../../shared/visits/visit.ts';
import { Refusal } from '../../shared/refusal.ts';
import { change, type Change } from '../table/change.ts';
import { entity } from '../table/entity.ts';
import { keys, lists } from '../table/keys.ts';
import { listOf, pageOfList, pagesOfList, type ListQuery } from '../table/list.ts';
import { getItems, getMany } from '../table/table.ts';

export const visitEntity = entity({
  name: 'visit',
  schema: visit,
  key: ({ memberId, date, facilityId }) => keys.visit(memberId, date, facilityId),
  inList: (one) => ({
    list: lists.visits(one.partnerId, one.periodId),
    sorts: {
      memberName: `${one.memberName} ${one.date}`,
      date: `${one.date} ${one.time}`,
      facilityName: one.facilityName,
      facilityIDNumber: one.facilityId,
    },
  }),
});

const visitsList = (partnerId: string, periodId: string) =>
  listOf(lists.visits(partnerId, periodId), visitColumns, visitEntity);

export const listVisits = (partnerId: string, periodId: string, asked: ListQuery): Promise<Page<Visit>> =>
  pageOfList(visitsList(partnerId, periodId), asked);

/** Every visit of a partner's month, by member; for the download. */
export async function* visitsOfMonth(partnerId: string, periodId: string): AsyncGenerator<Visit> {
  for await (const { rows } of pagesOfList(visitsList(partnerId, periodId), 'memberName')) yield* rows;
}

/** The visits among these (member, day, club) that are counted already. */
export const knownVisits = (wanted: readonly Pick<Visit, 'memberId' | 'date' | 'facilityId'>[]) =>
  getMany(
    visitEntity,
    wanted.map(({ memberId, date, facilityId }) => keys.visit(memberId, date, facilityId)),
  );

/** The writes that count a visit: the visit, its list, and the member's counter of the month. */
export const visitAdded = (one: Visit): Change[] => [
  ...change(visitEntity, null, one, {
    lost: new Refusal('conflict', 'This visit was counted meanwhile.'),
  }),
  { count: keys.monthlyVisits(one.memberId, one.periodId), by: 1 },
];

/** How often each member was counted in a month; 0 for those who never came. */
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
