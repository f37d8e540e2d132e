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

const memberRows = (facilityId: string | undefined): List<MemberRow> =>
  listOf(
    facilityId === undefined ? lists.members() : lists.membersOfFacility(facilityId),
    memberRowColumns,
    memberRowEntity,
  );

/** Returns a page of the members list with one query and one batch read. */
export const pageOfMembers = (facilityId: string | undefined, query: ListQuery): Promise<Page<MemberRow>> =>
  pageOfList(memberRows(facilityId), query);

export interface MemberSearch {
  facilityId?: string;
  filter?: string;
}

export async function countOfMembers({ facilityId, filter = '' }: MemberSearch): Promise<number> {
  const { name } = memberRows(facilityId);
  return filter.trim() === '' ? countOf(name) : countOfSearch(name, filter);
}
