import { memberRow, memberRowColumns, type MemberRow } from '../../shared/members/member-row.ts';
import type { Page } from '../../shared/page.ts';
import { entity } from '../table/entity.ts';
import { keys, lists } from '../table/keys.ts';
import { countOf, listOf, pageOfList, type List, type ListQuery } from '../table/list.ts';
import { countOfSearch } from '../table/list-part.ts';

const memberRowEntity = entity({
  name: 'member row',
  schema: memberRow,
  key: ({ memberId }) => keys.memberRow(memberId),
});

/** All members, or those of one club. */
const memberRows = (facilityId: string | undefined): List<MemberRow> =>
  listOf(
    facilityId === undefined ? lists.members() : lists.membersOfFacility(facilityId),
    memberRowColumns,
    memberRowEntity,
  );

/** A page of the members list: one query and one batch, whatever the number of members. */
export const pageOfMembers = (facilityId: string | undefined, query: ListQuery): Promise<Page<MemberRow>> =>
  pageOfList(memberRows(facilityId), query);

/** Which members a search of the list means. */
export interface MemberSearch {
  facilityId?: string;
  filter?: string;
}

/** How many members a search finds. */
export async function countOfMembers({ facilityId, filter = '' }: MemberSearch): Promise<number> {
  const { name } = memberRows(facilityId);
  return filter.trim() === '' ? countOf(name) : countOfSearch(name, filter);
}
