import * as z from 'zod';
import { numberText } from './query.ts';
import { valuesOnWire } from './wire-names.ts';
import type { AnySchema } from './schema.ts';

/** Rows a page of a list that scrolls on (spec 1 §9). */
export const pageSize = 20;

/** One page of a list. `totalCount` is null when a search has more hits than one page shows. */
export interface Page<Row> {
  items: Row[];
  totalCount: number | null;
  nextCursor: string | null;
}

/** Columns that the specification names otherwise than the code. */
const columnsOnWire = {
  keyFobNumber: 'facilityMemberID',
  keyFobStatusName: 'keyfobStatusDisplayName',
  partnerNumber: 'partnerIDNumber',
  facilityNumber: 'facilityIDNumber',
  paymentStatusId: 'paymentStatusID',
};

/**
 * The query of a list: sort column, order, search text and cursor. `page` is accepted because clients count pages,
 * but the cursor is what the server follows.
 */
export const pageQuery = <const Columns extends readonly [string, ...string[]]>(columns: Columns) => ({
  sortBy: valuesOnWire(columnsOnWire, z.enum(columns)).optional(),
  sortOrder: z.enum(['asc', 'desc']).optional(),
  filter: z.string().trim().max(100).optional(),
  page: numberText({ least: 1 }).optional(),
  pageSize: numberText({ least: 1, most: 100 }).optional(),
  cursor: z.string().max(2000).optional(),
});

/** The answer of a list. */
export const pageOf = <Row extends AnySchema>(row: Row) =>
  z.object({
    items: z.array(row),
    totalCount: z.int().nullable(),
    nextCursor: z.string().nullable(),
  });

/** What every writing call answers: the message is shown as a success notice (spec 1 §8). */
export const done = z.object({ success: z.boolean(), message: z.string().optional() });

/** A writing call's answer that carries the saved record. */
export const doneWith = <Data extends AnySchema>(data: Data) => done.extend({ data });
