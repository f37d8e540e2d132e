import * as z from 'zod';
import type { Page } from '../../shared/page.ts';
import type { Key } from '../table/keys.ts';
import { queryItems } from '../table/table.ts';

/**
 * Returns a page of the rows that the steps of a job stored, in processing order. The cursor is the last part of the
 * previous page; `prefix` is the key of an empty part.
 */
export async function resultsPage<Row>(
  { pk, sk: prefix }: Key,
  row: z.ZodType<Row>,
  maxParts: number,
  after: string | undefined,
): Promise<Page<Row>> {
  const { items, last } = await queryItems(pk, {
    beginsWith: prefix,
    limit: maxParts,
    ...(after !== undefined && { after: prefix + after }),
  });
  return {
    items: items.flatMap(({ rows }) => z.array(row).parse(rows)),
    totalCount: null,
    nextCursor: last === null ? null : last.slice(prefix.length),
  };
}
