import {
  invitationStatusesOf,
  memberRowOf,
  type ListedMember,
  type MemberRow,
  type MemberStatusId,
} from '../../shared/members/member-row.ts';
import { rosterSortKeys } from '../../shared/employees/roster-row.ts';
import { waitingToInvite } from '../../shared/members/member.ts';
import { pageSize as defaultPageSize, type Page } from '../../shared/page.ts';
import { loadPartners } from '../partners/store.ts';
import { sortText } from '../table/entity.ts';
import { lists } from '../table/keys.ts';
import { pageOfList, type List, type ListQuery } from '../table/list.ts';
import { parseRow } from '../table/table.ts';
import { pageOfMembers } from './member-row-store.ts';
import { statusKey } from './roster-sorts.ts';
import { loadMembers, memberEntity } from './store.ts';

interface MemberFilter {
  facilityId?: string | undefined;
  partnerId?: string | undefined;
  memberStatus?: MemberStatusId | undefined;
}

/** Returns a page of all members or those of a filter; the number of reads does not depend on the size of the list. */
export async function filteredMembers(
  { facilityId, partnerId, memberStatus }: MemberFilter,
  query: ListQuery,
): Promise<Page<ListedMember>> {
  const page =
    partnerId === undefined
      ? await pageOfMembers(facilityId, {
          ...query,
          ...(memberStatus !== undefined && {
            sortBy: 'memberStatus',
            beginsWith: sortText(memberStatus, ''),
          }),
        })
      : await pageOfPartner(partnerId, memberStatus, query);
  return { ...page, items: await withPartners(page.items) };
}

/** A partner's roster without its free key fobs. */
const rosterOfMembers = (partnerId: string): List<MemberRow | null> => ({
  name: lists.employees(partnerId),
  columns: rosterSortKeys,
  read: (item) => (item.entity === memberEntity.name ? memberRowOf(parseRow(memberEntity, item)) : null),
});

/** Reads a partner's members status by status, each by name; the cursor states the status. */
async function pageOfPartner(
  partnerId: string,
  memberStatus: MemberStatusId | undefined,
  { filter, pageSize = defaultPageSize, cursor }: ListQuery,
): Promise<Page<MemberRow>> {
  const list = rosterOfMembers(partnerId);
  if (filter !== undefined && filter.trim() !== '') {
    const page = await pageOfList(list, { filter, pageSize, ...(cursor && { cursor }) });
    return { ...page, items: page.items.filter((row) => row !== null), totalCount: null };
  }
  const statuses = invitationStatusesOf(memberStatus);
  const [, first = '0', start] = /^(\d)-(.*)$/s.exec(cursor ?? '') ?? [];
  const items: MemberRow[] = [];
  let after = start === '' ? undefined : start;
  for (let index = Number(first); index < statuses.length; index++) {
    const page = await pageOfList(list, {
      sortBy: 'invitationStatusDescription',
      beginsWith: statusKey(statuses[index] ?? waitingToInvite),
      pageSize: pageSize - items.length,
      ...(after && { cursor: after }),
    });
    items.push(...page.items.filter((row) => row !== null));
    if (page.nextCursor) return { items, totalCount: null, nextCursor: `${index}-${page.nextCursor}` };
    if (items.length >= pageSize && index + 1 < statuses.length)
      return { items, totalCount: null, nextCursor: `${index + 1}-` };
    after = undefined;
  }
  return { items, totalCount: null, nextCursor: null };
}

/** Adds the current names of the partners; rows of earlier releases do not contain the partner. */
async function withPartners(rows: readonly MemberRow[]): Promise<ListedMember[]> {
  const unknown = rows.filter(({ partnerId }) => partnerId === undefined);
  const members = await loadMembers(unknown.map(({ memberId }) => memberId));
  const partnerOf = new Map(members.map(({ id, partnerId }) => [id, partnerId]));
  const rowsWithPartner = rows.map((row) => ({
    ...row,
    partnerId: row.partnerId ?? partnerOf.get(row.memberId) ?? '',
  }));
  const ids = new Set(rowsWithPartner.map(({ partnerId }) => partnerId).filter((id) => id !== ''));
  const names = new Map((await loadPartners([...ids])).map(({ id, name }) => [id, name]));
  return rowsWithPartner.map((row) => ({ ...row, partnerName: names.get(row.partnerId) ?? '' }));
}
