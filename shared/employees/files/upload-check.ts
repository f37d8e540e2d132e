import * as z from 'zod';
import { columnMapping, fileFields } from './column-mapping.ts';
import { dateOrder } from './date-order.ts';

/** How many refused rows and lines of a reason are shown before an upload. */
export const shownRefusals = 100;
const shownLines = 10;

/** What an employees file would do if it were uploaded now. Nothing is written by asking. */
export const uploadCheck = z.object({
  /** SHA-256 of the file's bytes, hexadecimal: the upload names it, so that what was checked is what takes effect. */
  fileHash: z.string(),
  /** The sheet that was read, and all that have the titles of an employees file. */
  sheet: z.string(),
  sheets: z.array(z.string()),
  /** The titles of the file's columns. */
  titles: z.array(z.string()),
  columns: z.array(
    z.object({
      field: z.enum(fileFields),
      title: z.string(),
      isRequired: z.boolean(),
      /** The column of the file that it is read from; null where none is. */
      from: z.string().nullable(),
    }),
  ),
  /** What was chosen by hand before, and its version; 0 where nothing was. */
  mapping: z.object({
    columns: columnMapping,
    ignored: z.array(z.string()),
    dateOrder: dateOrder.nullable(),
    version: z.int(),
  }),
  /** Columns that may be a field, and are not read until that is settled. */
  questions: z.array(z.object({ title: z.string(), field: z.enum(fileFields) })),
  /** True when the birth dates fit both orders of day and month, and none was chosen. */
  asksDateOrder: z.boolean(),
  /** Hidden rows and sheets, and columns that are not read. */
  notes: z.array(z.string()),
  /** Why no row can be read yet: columns that are missing, or two that could both be meant; '' otherwise. */
  problem: z.string(),
  rows: z.int(),
  added: z.int(),
  refused: z.int(),
  /** Why rows would be refused, the most frequent first, with the lines of the first of them. */
  reasons: z.array(z.object({ reason: z.string(), count: z.int(), lines: z.array(z.int()) })),
  refusedRows: z.array(z.object({ line: z.int(), reason: z.string(), name: z.string(), email: z.string() })),
});
export type UploadCheck = z.output<typeof uploadCheck>;

interface RefusedRowFacts {
  line: number;
  reason: string;
  name: string;
  email: string;
}

/** Reasons with how often each comes, the most frequent first; the first of the file where two are as frequent. */
export function reasonsOf(refused: readonly RefusedRowFacts[]): UploadCheck['reasons'] {
  const found = new Map<string, number[]>();
  for (const { line, reason } of refused) found.set(reason, [...(found.get(reason) ?? []), line]);
  return [...found]
    .map(([reason, lines]) => ({ reason, count: lines.length, lines: lines.slice(0, shownLines) }))
    .toSorted((one, other) => other.count - one.count);
}
