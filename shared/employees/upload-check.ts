import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import { columnMapping, fileFields } from './column-questions.ts';
import { dateOrder } from './date-order.ts';

/** Most failed rows, and lines per reason, in the preview. */
export const maxReportedFailures = 100;
const maxListedLines = 10;

/** Preview of an employees file; creating it writes nothing. */
export const uploadCheck = z.object({
  /** SHA-256 of the file's bytes, hexadecimal; the upload requires the same file. */
  fileHash: z.string(),
  /** Sheet that was read, and all sheets with the titles of an employees file. */
  sheet: z.string(),
  sheets: z.array(z.string()),
  titles: z.array(z.string()),
  /** The first values of each column, in the order of the titles. */
  samples: z.array(z.array(z.string())),
  columns: z.array(
    z.object({
      field: z.enum(fileFields),
      title: z.string(),
      isRequired: z.boolean(),
      /** Column that the field is read from; null if there is none. */
      from: z.string().nullable(),
    }),
  ),
  /** Column with first and last names, which are split for each row; null if there is none. */
  fullName: z.string().nullable(),
  /** Stored column mapping and its version; 0 if there is none. */
  mapping: z.object({
    columns: columnMapping,
    ignored: z.array(z.string()),
    dateOrder: dateOrder.nullable(),
    version: recordVersion,
  }),
  /** Columns that may be a field; they are not read until the user decides. */
  questions: z.array(z.object({ title: z.string(), field: z.enum(fileFields) })),
  /** True if the birth dates fit both orders and the user has not selected one. */
  asksDateOrder: z.boolean(),
  /** Hidden rows and sheets, and ignored columns. */
  notes: z.array(z.string()),
  /** Why the file cannot be read yet: missing or ambiguous columns; otherwise ''. */
  problem: z.string(),
  /** The first added people as they will be stored. */
  first: z.array(
    z.object({
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      /** The other fields with a value. */
      others: z.array(z.object({ title: z.string(), value: z.string() })),
    }),
  ),
  rows: z.int(),
  added: z.int(),
  refused: z.int(),
  /** Reasons for failed rows, most frequent first, with the first lines. */
  reasons: z.array(z.object({ reason: z.string(), count: z.int(), lines: z.array(z.int()) })),
  refusedRows: z.array(z.object({ line: z.int(), reason: z.string(), name: z.string(), email: z.string() })),
});
export type UploadCheck = z.output<typeof uploadCheck>;

/** Columns of a file that was read, for the selection of its columns. */
export const columnCheck = uploadCheck.pick({
  titles: true,
  samples: true,
  columns: true,
  fullName: true,
  mapping: true,
  questions: true,
  asksDateOrder: true,
  problem: true,
});
export type ColumnCheck = z.output<typeof columnCheck>;

/** Returns true if the user must decide before the file can be read. */
export const needsChoice = ({
  problem,
  questions,
  asksDateOrder,
}: Pick<ColumnCheck, 'problem' | 'questions' | 'asksDateOrder'>): boolean =>
  problem !== '' || questions.length > 0 || asksDateOrder;

interface RefusedRow {
  line: number;
  reason: string;
  name: string;
  email: string;
}

/** Counts the reasons, most frequent first, then in the order of the file. */
export function reasonsOf(refused: readonly RefusedRow[]): UploadCheck['reasons'] {
  const linesByReason = new Map<string, number[]>();
  for (const { line, reason } of refused)
    linesByReason.set(reason, [...(linesByReason.get(reason) ?? []), line]);
  return [...linesByReason]
    .map(([reason, lines]) => ({ reason, count: lines.length, lines: lines.slice(0, maxListedLines) }))
    .toSorted((left, other) => other.count - left.count);
}
