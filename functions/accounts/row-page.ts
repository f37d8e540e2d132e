import { pageSize as usualSize, type Page } from '../../shared/page.ts';
import { Refusal } from '../../shared/refusal.ts';

/** Sorts and paginates a small set of rows in memory. The cursor is the ID of the previous page's last row. */
export function pageOfRows<Row extends { id: string }>(
  rows: readonly Row[],
  { cursor, pageSize = usualSize }: { cursor?: string | undefined; pageSize?: number | undefined },
): Page<Row> {
  const last = cursor === undefined ? undefined : Buffer.from(cursor, 'base64url').toString();
  const before = last === undefined ? -1 : rows.findIndex(({ id }) => id === last);
  if (last !== undefined && before < 0)
    throw new Refusal(
      'invalid',
      'This page is no longer available. Start again from the first page.',
      'cursor',
    );
  const items = rows.slice(before + 1, before + 1 + pageSize);
  const hasMore = before + 1 + items.length < rows.length;
  const next = hasMore ? items.at(-1) : undefined;
  return {
    items,
    totalCount: rows.length,
    nextCursor: next ? Buffer.from(next.id).toString('base64url') : null,
  };
}
