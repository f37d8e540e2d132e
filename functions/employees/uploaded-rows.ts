import * as z from 'zod';
import { validatedRow, type ValidatedRow } from '../../shared/employees/employee-rows.ts';
import { getFile, putFile } from '../platform/files.ts';

/** Number of rows in a stored part, which is what one job step reads. */
const rowsInPart = 50;

const partName = (jobId: string, part: number) => `uploads/${jobId}/${part}.json`;

/** Stores the validated rows of an upload in parts; 5,000 rows exceed the size of a table item. */
export async function storeRows(jobId: string, rows: readonly ValidatedRow[]): Promise<void> {
  const parts = Array.from({ length: Math.ceil(rows.length / rowsInPart) }, (_, part) => part);
  await Promise.all(
    parts.map((part) => {
      const some = rows.slice(part * rowsInPart, (part + 1) * rowsInPart);
      return putFile('files', partName(jobId, part), JSON.stringify(some), 'application/json');
    }),
  );
}

/** Returns the rows from a zero-based position to the end of its part. */
export async function loadRowsFrom(jobId: string, start: number): Promise<ValidatedRow[]> {
  const part = Math.floor(start / rowsInPart);
  const bytes = await getFile('files', partName(jobId, part));
  if (!bytes) throw new Error(`part ${part} of the rows of upload ${jobId} is missing`);
  const rows = z.array(validatedRow).parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  return rows.slice(start % rowsInPart);
}
