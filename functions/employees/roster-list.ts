import { previousPeriod, type PeriodId } from '../../shared/calendar.ts';
import type { KeyFob } from '../../shared/employees/key-fob.ts';
import { rosterColumns } from '../../shared/employees/roster-columns.ts';
import { rowOfKeyFob, rowOfMember, type RosterRow } from '../../shared/employees/roster-row.ts';
import { invitationStatusName, type InvitationStatus, type Member } from '../../shared/members/member.ts';
import type { Page } from '../../shared/page.ts';
import { memberEntity } from '../members/store.ts';
import { normalized } from '../table/entity.ts';
import { keys, lists } from '../table/keys.ts';
import { countOfPart } from '../table/list-part.ts';
import { pageOfList, pagesOfList, type List, type ListQuery } from '../table/list.ts';
import { getItems, parseRow } from '../table/table.ts';
import { keyFobEntity } from './store.ts';

type Entry = { fob: KeyFob; member?: undefined } | { member: Member; fob?: undefined };

const rosterOf = (partnerId: string): List<Entry> => ({
  name: lists.employees(partnerId),
  columns: rosterColumns,
  read: (item) =>
    item.entity === keyFobEntity.name
      ? { fob: parseRow(keyFobEntity, item) }
      : { member: parseRow(memberEntity, item) },
});

/** One page of a partner's roster; `period` is the current one, visits are those of the month before. */
export async function rosterPage(
  partnerId: string,
  asked: ListQuery,
  period: PeriodId,
): Promise<Page<RosterRow>> {
  const page = await pageOfList(rosterOf(partnerId), asked);
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
  const beginsWith = `${normalized(invitationStatusName(status))} #`;
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
    statuses.map((status) =>
      countOfPart(
        rosterOf(partnerId),
        'invitationStatusDescription',
        `${normalized(invitationStatusName(status))} #`,
      ),
    ),
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
