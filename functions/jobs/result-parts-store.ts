import * as z from 'zod';
import { resultDays, type RefusedRow } from '../../shared/jobs/job.ts';
import type { Page } from '../../shared/page.ts';
import { now } from '../platform/clock.ts';
import { putOnce } from '../table/change.ts';
import type { Key } from '../table/keys.ts';
import { queryItems } from '../table/table.ts';
import type { Write } from '../table/write.ts';

/** Returns the write of results that contain names. They expire, so that an erasure does not depend on finding them. */
export const storeResults = (key: Key, entity: string, rows: readonly unknown[]): Write =>
  putOnce({
    ...key,
    entity,
    rows,
    expiresAt: Math.floor(now().getTime() / 1000) + resultDays * 86_400,
  });

export const storeRefusedRows = (part: Key, rows: readonly RefusedRow[]): Write =>
  storeResults(part, 'refused rows', rows);

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
