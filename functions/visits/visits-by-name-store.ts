import type { Page } from '../../shared/page.ts';
import type { Visit } from '../../shared/visits/visit.ts';
import { encodeCursor, readCursor } from '../table/cursor.ts';
import { normalized } from '../table/entity.ts';
import { countOf, pageOfList, pagesOfList, type List, type ListQuery } from '../table/list.ts';
import { lists } from '../table/keys.ts';

// Two orders of one list are read in turn: by first name, then by last name without duplicates. A cursor begins with its
// order.
const byLast = 'last:';

const isByFirst = (search: string) => (visit: Visit) => normalized(visit.memberName).startsWith(search);

/** Returns a page of visits of members by the beginning of first, then last names; `search` is normalized. */
export async function pageOfNames(
  list: List<Visit>,
  search: string,
  { cursor = '', ...query }: ListQuery,
): Promise<Page<Visit>> {
  const part = (sortBy: string, after: string) =>
    pageOfList(list, { ...query, sortBy, beginsWith: search, ...(after !== '' && { cursor: after }) });
  const first = cursor.startsWith(byLast) ? undefined : await part('memberName', cursor);
  if (first?.nextCursor) return first;
  const last = await part('memberLastName', first ? '' : cursor.slice(byLast.length));
  return {
    items: [...(first?.items ?? []), ...last.items.filter((item) => !isByFirst(search)(item))],
    totalCount: null,
    nextCursor: last.nextCursor && byLast + last.nextCursor,
  };
}

/** Yields every page; `after` continues after a cursor. */
export async function* pagesOfNames(
  list: List<Visit>,
  search: string,
  after: string | null,
): AsyncGenerator<{ rows: Visit[]; cursor: string | null }> {
  const isLast = after?.startsWith(byLast) === true;
  const options = (from: string | null) => ({ beginsWith: search, ...(from && { after: from }) });
  if (!isLast)
    for await (const { rows, cursor } of pagesOfList(list, 'memberName', options(after)))
      // the second order follows the last page of the first
      yield { rows, cursor: cursor ?? byLast };
  const from = isLast ? after.slice(byLast.length) : null;
  for await (const { rows, cursor } of pagesOfList(list, 'memberLastName', options(from)))
    yield { rows: rows.filter((visit) => !isByFirst(search)(visit)), cursor: cursor && byLast + cursor };
}

/** Returns the member at the end of a page, and the cursor after all visits of that member; undefined between orders. */
export function memberAtCursor(cursor: string): { memberId: string; behind: string } | undefined {
  const prefix = cursor.startsWith(byLast) ? byLast : '';
  if (cursor === prefix) return undefined;
  const { i, d, k } = readCursor(cursor.slice(prefix.length));
  // the visit's key ends its sort text; "~" sorts after every date
  const behindAll = (text: string) => text.replace(/(?<=^|\|)VISIT#.*$/, d ? 'VISIT#' : 'VISIT#~');
  const key = Object.fromEntries(Object.entries(k).map(([name, text]) => [name, behindAll(text)]));
  return { memberId: k.pk?.replace('MEMBER#', '') ?? '', behind: prefix + encodeCursor(i, d, key) };
}

export const visitCount = (partnerId: string, periodId: string): Promise<number> =>
  countOf(lists.visits(partnerId, periodId));
