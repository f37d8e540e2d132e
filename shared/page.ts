import * as z from 'zod';
import { numberText } from './query.ts';
import { valuesOnWire } from './wire-names.ts';
import type { AnySchema } from './schema.ts';

/** Rows per page of a list with infinite scrolling (spec 1 §9). */
export const pageSize = 20;

/** One page of a list. `totalCount` is null if a search has more results than one page. */
export interface Page<Row> {
  items: Row[];
  totalCount: number | null;
  nextCursor: string | null;
}

/** Columns whose specified names differ from those in code. */
const columnsOnWire = {
  keyFobNumber: 'facilityMemberID',
  keyFobStatusName: 'keyfobStatusDisplayName',
  partnerNumber: 'partnerIDNumber',
  facilityNumber: 'facilityIDNumber',
  paymentStatusId: 'paymentStatusID',
};

/**
 * The query of a list: sort column, order, search text, and cursor. `page` is accepted because clients count pages, but
 * the server uses the cursor.
 */
export const pageQuery = <const Columns extends readonly [string, ...string[]]>(columns: Columns) => ({
  sortBy: valuesOnWire(columnsOnWire, z.enum(columns)).optional(),
  sortOrder: z.enum(['asc', 'desc']).optional(),
  filter: z.string().trim().max(100).optional(),
  page: numberText({ least: 1 }).optional(),
  pageSize: numberText({ least: 1, most: 100 }).optional(),
  cursor: z.string().max(2000).optional(),
});

export const pageOf = <Row extends AnySchema>(row: Row) =>
  z.object({
    items: z.array(row),
    totalCount: z.int().nullable(),
    nextCursor: z.string().nullable(),
  });

/** The response of every write endpoint. The message is shown as a success notice (spec 1 §8). */
export const done = z.object({ success: z.boolean(), message: z.string().optional() });

/** The response of a write endpoint with the saved record. */
export const doneWith = <Data extends AnySchema>(data: Data) => done.extend({ data });
