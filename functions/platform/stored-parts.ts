import * as z from 'zod';
import { getFile, putFile } from './files.ts';

/** Rows of a job stored as numbered files; many rows exceed the size of a table item. */
export interface StoredParts<Row> {
  /** Returns the object name of a part. */
  name: (jobId: string, part: number) => string;
  rowsInPart: number;
  row: z.ZodType<Row>;
}

/** Stores all rows in parts. A repeated call replaces the same files. */
export async function storeParts<Row>(
  { name, rowsInPart }: StoredParts<Row>,
  jobId: string,
  rows: readonly Row[],
): Promise<void> {
  const parts = Array.from({ length: Math.ceil(rows.length / rowsInPart) }, (_, part) => part);
  await Promise.all(
    parts.map((part) => {
      const rowsOfPart = rows.slice(part * rowsInPart, (part + 1) * rowsInPart);
      return putFile('files', name(jobId, part), JSON.stringify(rowsOfPart), 'application/json');
    }),
  );
}

/** Returns the rows from a zero-based position to the end of its part. Throws if the part is missing. */
export async function loadPartFrom<Row>(
  { name, rowsInPart, row }: StoredParts<Row>,
  jobId: string,
  start: number,
): Promise<Row[]> {
  const part = Math.floor(start / rowsInPart);
  const bytes = await getFile('files', name(jobId, part));
  if (!bytes) throw new Error(`part ${name(jobId, part)} is missing`);
  const rows = z.array(row).parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  return rows.slice(start % rowsInPart);
}
