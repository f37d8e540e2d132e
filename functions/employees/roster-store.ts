import { previousPeriod, type PeriodId } from '../../shared/calendar.ts';
import type { KeyFob } from '../../shared/employees/key-fob.ts';
import { parityOf } from '../../shared/employees/month-visits.ts';
import { rosterSortKeys } from '../../shared/employees/roster-columns.ts';
import { rowOfKeyFob, rowOfMember, type RosterRow } from '../../shared/employees/roster-row.ts';
import { invitationStatusName, type InvitationStatus, type Member } from '../../shared/members/member.ts';
import type { Page } from '../../shared/page.ts';
import { memberEntity } from '../members/store.ts';
import { normalized } from '../table/entity.ts';
import { keys, lists } from '../table/keys.ts';
import { countOfPart } from '../table/list-part.ts';
import { countOf, pageOfList, pagesOfList, type List, type ListQuery } from '../table/list.ts';
import { getItems, parseRow } from '../table/table.ts';
import { keyFobEntity } from './store.ts';

type Entry = { fob: KeyFob; member?: undefined } | { member: Member; fob?: undefined };

export const rosterOf = (partnerId: string): List<Entry> => ({
  name: lists.employees(partnerId),
  columns: rosterSortKeys,
  read: (item) =>
    item.entity === keyFobEntity.name
      ? { fob: parseRow(keyFobEntity, item) }
      : { member: parseRow(memberEntity, item) },
});

/** The part of the roster in one status; it is in the order of the names. */
export const partOf = (status: InvitationStatus): string => `${normalized(invitationStatusName(status))} #`;

/** What a person asked of the roster: of a status, its members by name. */
export interface RosterQuery extends ListQuery {
  invitationStatus?: InvitationStatus | undefined;
}

/** One page of a partner's roster; `period` is the current one, visits are those of the month before. */
export async function rosterPage(
  partnerId: string,
  { invitationStatus, ...asked }: RosterQuery,
  period: PeriodId,
): Promise<Page<RosterRow>> {
  const ofVisits = parityOf(previousPeriod(period)) === 'even' ? 'visitsOfEvenMonth' : 'visitsOfOddMonth';
  const sortBy = asked.sortBy === 'lastMonthUsagesCount' ? ofVisits : asked.sortBy;
  const page = await pageOfList(
    rosterOf(partnerId),
    invitationStatus === undefined
      ? { ...asked, ...(sortBy !== undefined && { sortBy }) }
      : { ...asked, sortBy: 'invitationStatusDescription', beginsWith: partOf(invitationStatus) },
  );
  return { ...page, items: await rowsOf(page.items, period) };
}

/** A partner's whole roster by last name, a page at a time; `after` goes on behind a page's cursor. */
export async function* wholeRoster(
  partnerId: string,
  period: PeriodId,
  after: string | null = null,
): AsyncGenerator<{ rows: RosterRow[]; cursor: string | null }> {
  const pages = pagesOfList(rosterOf(partnerId), 'memberLastName', { ...(after !== null && { after }) });
  for await (const { rows, cursor } of pages) yield { rows: await rowsOf(rows, period), cursor };
}

/** Members of one status, a page at a time; `cursor` goes on behind a page. */
export async function* membersOfStatus(
  partnerId: string,
  status: InvitationStatus,
  options: { after?: string; pageSize?: number } = {},
): AsyncGenerator<{ members: Member[]; cursor: string | null }> {
  const beginsWith = partOf(status);
  const pages = pagesOfList(rosterOf(partnerId), 'invitationStatusDescription', { ...options, beginsWith });
  for await (const { rows, cursor } of pages)
    yield { members: rows.flatMap(({ member }) => (member ? [member] : [])), cursor };
}

/**
 * Every member of a partner by email, a page at a time. The email of who is enrolled never changes, so each of them is
 * met once, however their statuses move meanwhile.
 */
export async function* membersByEmail(
  partnerId: string,
  options: { after?: string; pageSize?: number } = {},
): AsyncGenerator<{ members: Member[]; cursor: string | null }> {
  for await (const { rows, cursor } of pagesOfList(rosterOf(partnerId), 'memberEmail', options))
    yield { members: rows.flatMap(({ member }) => (member ? [member] : [])), cursor };
}

/** How many members of a partner have one of these statuses. */
export async function countMembersOfStatus(
  partnerId: string,
  statuses: readonly InvitationStatus[],
): Promise<number> {
  const counts = await Promise.all(
    statuses.map((status) => countOfPart(rosterOf(partnerId), 'invitationStatusDescription', partOf(status))),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

async function rowsOf(entries: readonly Entry[], period: PeriodId): Promise<RosterRow[]> {
  const ids = entries.flatMap(({ member }) => (member ? [member.id] : []));
  const counts = await getItems(ids.map((id) => keys.monthlyVisits(id, previousPeriod(period))));
  const visits = new Map(counts.map(({ pk, n }) => [String(pk), Number(n ?? 0)]));
  return entries.map(({ fob, member }) =>
    fob ? rowOfKeyFob(fob) : rowOfMember(member, visits.get(keys.member(member.id).pk) ?? 0),
  );
}

/** How many rows a partner's roster has, free key fobs with them. */
export const rosterSize = (partnerId: string): Promise<number> => countOf(lists.employees(partnerId));
