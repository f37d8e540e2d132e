import * as z from 'zod';
import { findJson, storeJson } from '../../platform/stored-parts.ts';

/** Number of rows in a stored part. */
export const rowsInPart = 1000;

const partName = (changeId: string, group: string, part: number) =>
  `roster-changes/${changeId}/${group}-${part}.json`;

export const storePart = (changeId: string, group: string, part: number, rows: readonly unknown[]) =>
  storeJson(partName(changeId, group, part), rows);

/** Stores a group of rows in parts. */
export async function storeGroup(changeId: string, group: string, rows: readonly unknown[]): Promise<void> {
  for (let part = 0; part * rowsInPart < rows.length; part++)
    await storePart(changeId, group, part, rows.slice(part * rowsInPart, (part + 1) * rowsInPart));
}

/** Returns the rows of one part; undefined after the last part. */
export const loadPart = <Row>(
  changeId: string,
  group: string,
  part: number,
  row: z.ZodType<Row>,
): Promise<Row[] | undefined> => findJson(partName(changeId, group, part), z.array(row));

/** Position in a group of rows: the part, and the number of preceding rows in the part. */
export const rowPosition = z.object({ part: z.int(), row: z.int() });
export type RowPosition = z.output<typeof rowPosition>;

/**
 * Returns rows of one part from a position, with their start (empty parts are skipped) and the position after them;
 * null at the end.
 */
export async function rowsFrom<Row>(
  changeId: string,
  group: string,
  { part, row }: RowPosition,
  most: number,
  shape: z.ZodType<Row>,
): Promise<{ rows: Row[]; from: RowPosition; next: RowPosition | null }> {
  const from = { part, row };
  const all = await loadPart(changeId, group, part, shape);
  if (!all) return { rows: [], from, next: null };
  const rows = all.slice(row, row + most);
  if (rows.length === 0) return rowsFrom(changeId, group, { part: part + 1, row: 0 }, most, shape);
  const behind = row + rows.length;
  return { rows, from, next: behind < all.length ? { part, row: behind } : { part: part + 1, row: 0 } };
}
