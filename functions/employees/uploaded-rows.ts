import * as z from 'zod';
import { judgedRow, type JudgedRow } from '../../shared/employees/employee-rows.ts';
import { getFile, putFile } from '../platform/files.ts';

const fileOf = (jobId: string) => `uploads/${jobId}.json`;

/** Keeps the judged rows of an upload for its job; five thousand rows do not fit an item of the table. */
export const keepRows = (jobId: string, rows: readonly JudgedRow[]): Promise<void> =>
  putFile('files', fileOf(jobId), JSON.stringify(rows), 'application/json');

export async function keptRows(jobId: string): Promise<JudgedRow[]> {
  const bytes = await getFile('files', fileOf(jobId));
  if (!bytes) throw new Error(`the rows of upload ${jobId} are gone`);
  return z.array(judgedRow).parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
}
