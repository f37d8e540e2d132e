import type { Member } from '../../shared/members/member.ts';
import type { Page } from '../../shared/page.ts';
import { Refusal } from '../../shared/refusal.ts';
import {
  countOnly,
  employerRowOf,
  sharesVisitDays,
  type VisitSetting,
  type Visit,
  type VisitRow,
} from '../../shared/visits/visit.ts';
import { dateInChicago, isClosedUsagePeriod } from '../../shared/calendar.ts';
import { hasWithdrawnConsent } from '../../shared/members/health-consent.ts';
import { pageSize as defaultPageSize } from '../../shared/page.ts';
import { loadGroupMembership } from '../group-memberships/store.ts';
import { loadMembers } from '../members/store.ts';
import type { ListQuery } from '../table/list.ts';
import { monthlyVisits, visitsAtCursors } from './store.ts';

/**
 * Returns a page of a month's visits for the employer (decision 15), sorted by member. Another order, or a cursor
 * that names a visit, would reveal days or clubs of members with an agreement that covers only counts. Rows, page ends,
 * and cursors depend on listed visits only, so that comparing two readings reveals no other visit.
 */
export async function employerLog(
  partnerId: string,
  periodId: string,
  query: ListQuery,
  now: Date,
): Promise<Page<VisitRow>> {
  if (query.sortBy !== undefined && query.sortBy !== 'memberName')
    throw new Refusal('invalid', 'The visit log is sorted by member.', 'sortBy');
  const size = query.pageSize ?? defaultPageSize;
  const program = await loadGroupMembership(partnerId);
  const isClosed = isClosedUsagePeriod(periodId, now);
  const rows: { row: VisitRow; cursor: string }[] = [];
  const counted = new Set<string>();
  // an open month has days only
  if (!isClosed && program?.showsVisitDays !== true) return { items: [], totalCount: null, nextCursor: null };
  for await (const batch of visitsAtCursors(partnerId, periodId, query)) {
    const ids = [...new Set(batch.map(({ visit }) => visit.memberId))];
    const [loaded, counts] = await Promise.all([loadMembers(ids), monthlyVisits(ids, periodId)]);
    const members = new Map(loaded.map((member) => [member.id, member]));
    for (const { visit, cursor, behindMember } of batch) {
      const { memberId } = visit;
      const member = members.get(memberId);
      if (!isListed(visit, member, program, now)) continue;
      const row = employerRowOf(visit, member, program, isClosed ? (counts.get(memberId) ?? 0) : null);
      const isCount = row.explanation === countOnly;
      // a member with a count takes one row
      if (isCount && (row.visitsInMonth === 0 || counted.has(memberId))) continue;
      if (isCount) counted.add(memberId);
      rows.push({ row, cursor: isCount ? behindMember : cursor });
    }
    if (rows.length > size) break;
  }
  const page = rows.slice(0, size);
  return {
    items: page.map(({ row }) => row),
    totalCount: null,
    nextCursor: rows.length > size ? (page.at(-1)?.cursor ?? null) : null,
  };
}

/**
 * Reports whether an employer sees a visit. Comparing two readings of a log would reveal the time of a visit that
 * appears on its own day, and the day of a visit that adds to a count of an open month.
 */
function isListed(item: Visit, member: Member | undefined, program: VisitSetting, now: Date): boolean {
  if (member && hasWithdrawnConsent(member)) return false;
  return sharesVisitDays(member, program) && item.undated === undefined
    ? item.date < dateInChicago(now)
    : isClosedUsagePeriod(item.periodId, now);
}
