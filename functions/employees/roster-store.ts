import { hasWithdrawnConsent } from '../../shared/members/health-consent.ts';
import { previousPeriod, type PeriodId } from '../../shared/calendar.ts';
import type { KeyFob } from '../../shared/employees/key-fob.ts';
import { parityOf } from '../../shared/members/month-visits.ts';
import { rosterSortKeys } from '../../shared/employees/roster-columns.ts';
import { rowOfKeyFob, rowOfMember, type RosterRow } from '../../shared/employees/roster-row.ts';
import type { InvitationStatus, Member } from '../../shared/members/member.ts';
import type { Page } from '../../shared/page.ts';
import { statusKey } from '../members/roster-sorts.ts';
import { memberEntity } from '../members/store.ts';
import { keys, lists } from '../table/keys.ts';
import { countOfPart } from '../table/list-part.ts';
import { countOf, pageOfList, pagesOfList, type List, type ListQuery } from '../table/list.ts';
import { parseRow } from '../table/table.ts';
import { getItems } from '../table/batch-get-items.ts';
import { keyFobEntity } from './store.ts';

type Entry = { keyFob: KeyFob; member?: undefined } | { member: Member; keyFob?: undefined };

export const rosterOf = (partnerId: string): List<Entry> => ({
  name: lists.employees(partnerId),
  columns: rosterSortKeys,
  read: (item) =>
    item.entity === keyFobEntity.name
      ? { keyFob: parseRow(keyFobEntity, item) }
      : { member: parseRow(memberEntity, item) },
});

/** Query of the roster; a status lists its members by name. */
export interface RosterQuery extends ListQuery {
  invitationStatus?: InvitationStatus | undefined;
}

/** Returns a page of a partner's roster; `period` is the current month, visits are those of the month before. */
export async function rosterPage(
  partnerId: string,
  { invitationStatus, ...query }: RosterQuery,
  period: PeriodId,
): Promise<Page<RosterRow>> {
  const ofVisits = parityOf(previousPeriod(period)) === 'even' ? 'visitsOfEvenMonth' : 'visitsOfOddMonth';
  const sortBy = query.sortBy === 'lastMonthUsagesCount' ? ofVisits : query.sortBy;
  const page = await pageOfList(
    rosterOf(partnerId),
    invitationStatus === undefined
      ? { ...query, ...(sortBy !== undefined && { sortBy }) }
      : { ...query, sortBy: 'invitationStatusDescription', beginsWith: statusKey(invitationStatus) },
  );
  return { ...page, items: await rowsOf(page.items, period) };
}

/** Yields a partner's roster by last name, one page at a time, after the cursor `after`. */
export async function* rosterPages(
  partnerId: string,
  period: PeriodId,
  after: string | null = null,
): AsyncGenerator<{ rows: RosterRow[]; cursor: string | null }> {
  const pages = pagesOfList(rosterOf(partnerId), 'memberLastName', { ...(after !== null && { after }) });
  for await (const { rows, cursor } of pages) yield { rows: await rowsOf(rows, period), cursor };
}

/** Yields the members of one status, one page at a time, after `cursor`. */
export async function* membersOfStatus(
  partnerId: string,
  status: InvitationStatus,
  options: { after?: string; pageSize?: number } = {},
): AsyncGenerator<{ members: Member[]; cursor: string | null }> {
  const beginsWith = statusKey(status);
  const pages = pagesOfList(rosterOf(partnerId), 'invitationStatusDescription', { ...options, beginsWith });
  for await (const { rows, cursor } of pages)
    yield { members: rows.flatMap(({ member }) => (member ? [member] : [])), cursor };
}

/**
 * Yields a partner's members by email, one page at a time. Emails of enrolled members do not change, so each appears
 * exactly once, even if statuses change concurrently.
 */
export async function* membersByEmail(
  partnerId: string,
  options: { after?: string; pageSize?: number } = {},
): AsyncGenerator<{ members: Member[]; cursor: string | null }> {
  for await (const { rows, cursor } of pagesOfList(rosterOf(partnerId), 'memberEmail', options))
    yield { members: rows.flatMap(({ member }) => (member ? [member] : [])), cursor };
}

/** Counts a partner's members in these statuses. */
export async function countMembersOfStatus(
  partnerId: string,
  statuses: readonly InvitationStatus[],
): Promise<number> {
  const counts = await Promise.all(
    statuses.map((status) =>
      countOfPart(rosterOf(partnerId), 'invitationStatusDescription', statusKey(status)),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

async function rowsOf(entries: readonly Entry[], period: PeriodId): Promise<RosterRow[]> {
  const ids = entries.flatMap(({ member }) => (member ? [member.id] : []));
  const counts = await getItems(ids.map((id) => keys.monthlyVisits(id, previousPeriod(period))));
  const visits = new Map(counts.map(({ pk, n }) => [String(pk), Number(n ?? 0)]));
  return entries.map(({ keyFob, member }) =>
    keyFob
      ? rowOfKeyFob(keyFob)
      : rowOfMember(member, hasWithdrawnConsent(member) ? 0 : (visits.get(keys.member(member.id).pk) ?? 0)),
  );
}

/** Counts a partner's roster rows, including free key fobs. */
export const rosterSize = (partnerId: string): Promise<number> => countOf(lists.employees(partnerId));
