import * as z from 'zod';
import { judgedRow, type ValidatedRow } from '../../shared/employees/employee-rows.ts';
import { getFile, putFile } from '../platform/files.ts';

/** How many rows one stored part holds: what one step of the job reads, however long the file is. */
const rowsInPart = 50;

const partName = (jobId: string, part: number) => `uploads/${jobId}/${part}.json`;

/** Keeps the judged rows of an upload for its job, in parts; five thousand rows do not fit an item of the table. */
export async function keepRows(jobId: string, rows: readonly ValidatedRow[]): Promise<void> {
  const parts = Array.from({ length: Math.ceil(rows.length / rowsInPart) }, (_, part) => part);
  await Promise.all(
    parts.map((part) => {
      const some = rows.slice(part * rowsInPart, (part + 1) * rowsInPart);
      return putFile('files', partName(jobId, part), JSON.stringify(some), 'application/json');
    }),
  );
}

/** The rows from one place (from 0) to the end of their part. */
export async function keptRowsFrom(jobId: string, start: number): Promise<ValidatedRow[]> {
  const part = Math.floor(start / rowsInPart);
  const bytes = await getFile('files', partName(jobId, part));
  if (!bytes) throw new Error(`part ${part} of the rows of upload ${jobId} is gone`);
  const rows = z.array(judgedRow).parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  return rows.slice(start % rowsInPart);
}
