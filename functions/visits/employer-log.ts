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
import { listVisits, monthlyVisits } from './store.ts';
import { memberAtCursor } from './visits-by-name-store.ts';

/**
 * Returns a page of a month's visits for the employer (decision 15), sorted by member. Another order, or a cursor
 * that names a visit, would reveal days or clubs of members with an agreement that covers only counts.
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
  const items: VisitRow[] = [];
  let cursor = query.cursor ?? null;
  const program = await loadGroupMembership(partnerId);
  // a member with a count takes one row however many visits were read
  do {
    const page = await readPage(
      { partnerId, periodId, program, now },
      { ...query, ...(cursor !== null && { cursor }) },
    );
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null && items.length < size / 2);
  return { items, totalCount: null, nextCursor: cursor };
}

/**
 * Reports whether an employer sees a visit. Comparing two readings of a log would reveal the time of a visit that
 * appears on its own day, and the day of a visit that adds to the count of an open month.
 */
function isListed(item: Visit, member: Member | undefined, program: VisitSetting, now: Date): boolean {
  if (member && hasWithdrawnConsent(member)) return false;
  return sharesVisitDays(member, program)
    ? item.date < dateInChicago(now)
    : isClosedUsagePeriod(item.periodId, now);
}

async function readPage(
  {
    partnerId,
    periodId,
    program,
    now,
  }: { partnerId: string; periodId: string; program: VisitSetting; now: Date },
  query: ListQuery,
) {
  const { items, nextCursor } = await listVisits(partnerId, periodId, query);
  const end = nextCursor === null ? undefined : memberAtCursor(nextCursor);
  const ids = [...new Set([...items.map(({ memberId }) => memberId), ...(end ? [end.memberId] : [])])];
  const [loaded, counts] = await Promise.all([loadMembers(ids), monthlyVisits(ids, periodId)]);
  const members = new Map(loaded.map((member) => [member.id, member]));
  const counted = new Set<string>();
  const rows = items
    .filter((item) => isListed(item, members.get(item.memberId), program, now))
    .map((item) => employerRowOf(item, members.get(item.memberId), program, counts.get(item.memberId) ?? 0))
    .filter(({ memberId, explanation, visitsInMonth }) => {
      if (explanation !== countOnly) return true;
      const isFirst = visitsInMonth > 0 && !counted.has(memberId);
      counted.add(memberId);
      return isFirst;
    });
  // a cursor must not name a visit whose day is not shown
  const lastMember = end && members.get(end.memberId);
  const hidesDays =
    !sharesVisitDays(lastMember, program) || (lastMember !== undefined && hasWithdrawnConsent(lastMember));
  const isOfToday = query.sortOrder !== 'desc' && (items.at(-1)?.date ?? '') >= dateInChicago(now);
  const isCutOff = end !== undefined && (hidesDays || isOfToday);
  return { items: rows, nextCursor: isCutOff ? end.behind : nextCursor };
}
