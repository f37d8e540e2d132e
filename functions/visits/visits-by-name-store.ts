import type { Page } from '../../shared/page.ts';
import type { Visit } from '../../shared/visits/visit.ts';
import { encodeCursor } from '../table/cursor.ts';
import { normalized } from '../table/entity.ts';
import { countOf, pageOfList, pagesOfList, type List, type ListQuery } from '../table/list.ts';
import { lists } from '../table/keys.ts';
import { indexName } from '../table/list-indexes.ts';

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

/** A visit with its stored item, from which its cursors are made. */
export interface StoredVisit {
  visit: Visit;
  item: Record<string, unknown>;
}

/** A visit with the cursor after it, and the cursor after all visits of its member. */
export interface VisitAtCursor {
  visit: Visit;
  cursor: string;
  behindMember: string;
}

const visitsPerRead = 100;

/**
 * Yields the visits after a cursor by member, in batches of a fixed size, so that the rows of a page do not depend on
 * visits that its reader does not see. `search` is normalized.
 */
export async function* visitsByMember(
  list: List<StoredVisit>,
  search: string,
  { cursor = '', sortOrder }: ListQuery,
): AsyncGenerator<VisitAtCursor[]> {
  const isBehindFirst = search !== '' && cursor.startsWith(byLast);
  for (const sortBy of search === '' ? ['memberName'] : ['memberName', 'memberLastName']) {
    const isByLast = sortBy === 'memberLastName';
    if (isBehindFirst && !isByLast) continue;
    let after = isBehindFirst ? cursor.slice(byLast.length) : isByLast ? '' : cursor;
    do {
      const page = await pageOfList(list, {
        sortBy,
        pageSize: visitsPerRead,
        ...(sortOrder && { sortOrder }),
        ...(search !== '' && { beginsWith: search }),
        ...(after !== '' && { cursor: after }),
      });
      yield page.items
        .filter(({ visit }) => !isByLast || !isByFirst(search)(visit))
        .map(({ visit, item }) => {
          const position = {
            index: indexName(list.columns.indexOf(sortBy) + 1),
            isDescending: sortOrder === 'desc',
            prefix: isByLast ? byLast : '',
          };
          const cursorAt = (text: (value: string) => string) => cursorOf(item, position, text);
          // the visit's key ends its sort text; "~" sorts after every date
          const last = position.isDescending ? 'VISIT#' : 'VISIT#~';
          const behindAll = (text: string) => text.replace(/(?<=^|\|)VISIT#.*$/, last);
          return { visit, cursor: cursorAt((text) => text), behindMember: cursorAt(behindAll) };
        });
      after = page.nextCursor ?? '';
    } while (after !== '');
  }
}

/** Returns the cursor at an item of an index, with the values of its key changed by `text`. */
function cursorOf(
  item: Record<string, unknown>,
  { index, isDescending, prefix }: { index: string; isDescending: boolean; prefix: string },
  text: (value: string) => string,
): string {
  const names = ['list', 'pk', 'sk', index.replace(/^by-/, '')];
  const key = Object.fromEntries(names.map((name) => [name, text(String(item[name]))]));
  return prefix + encodeCursor(index, isDescending, key);
}

export const visitCount = (partnerId: string, periodId: string): Promise<number> =>
  countOf(lists.visits(partnerId, periodId));
