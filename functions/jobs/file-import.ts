import { largestUpload, uploadTooLarge } from '../../shared/media-types.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { Caller } from '../users/caller.ts';
import { digestOf } from '../platform/digest.ts';
import type { ReceivedFile } from '../platform/parse-request.ts';
import { withoutSocialSecurityNumbers, withoutSummaryRows } from '../platform/sheets/file-lines.ts';
import { findSheet, type SheetLimits } from '../platform/sheets/read-sheet.ts';
import { readTable, titlesOf, type TableColumn, type TableRow } from '../platform/sheets/read-table.ts';
import { refuseFile } from '../platform/sheets/refuse-file.ts';
import { storeParts, type StoredParts } from '../platform/stored-parts.ts';
import type { Change } from '../table/write.ts';
import { beginJob, type NewJob } from './begin.ts';
import { loadJob } from './store.ts';

/** A table that administrators upload as a workbook or CSV. */
interface TableFile<Field extends string> {
  columns: Record<Field, TableColumn>;
  maxRows: number;
  /** How to split a file that is too large: 'by state'. */
  splitBy: string;
  /** Name of the rows: 'facilities'. */
  rows: string;
}

/** Returns the rows of an uploaded table and notes about what was not read. Throws 'invalid' at 'file' for other files and without a row. */
export async function readTableFile<Field extends string>(
  file: ReceivedFile | undefined,
  { columns, maxRows, splitBy, rows: name }: TableFile<Field>,
): Promise<{ rows: TableRow<Field>[]; notes: string[] }> {
  const limits: SheetLimits = {
    maxBytes: largestUpload,
    tooLarge: uploadTooLarge(splitBy),
    formats: ['csv', 'xlsx'],
    maxRows,
    maxInflatedBytes: 64 * 1024 * 1024,
  };
  const search = { isTitle: titlesOf(columns), fewest: 2 };
  const sheet = await findSheet(file?.bytes ?? new Uint8Array(), file?.name ?? '', limits, search);
  const safe = withoutSocialSecurityNumbers(sheet);
  const table = withoutSummaryRows(safe.sheet);
  const rows = readTable(table.sheet, columns);
  if (rows.length === 0) refuseFile(`The file contains no ${name}.`);
  return { rows, notes: [...safe.notes, ...table.notes] };
}

interface ImportContext {
  header: (name: string) => string | undefined;
  caller: Pick<Caller, 'userId'>;
  newId: () => string;
}

/**
 * Returns the job ID of an import. A client repeats a request without a response with the same header `idempotency-key`,
 * so that its file is imported once.
 */
export function importIdOf(
  body: unknown,
  file: ReceivedFile | undefined,
  { header, caller, newId }: ImportContext,
): string {
  const key = header('idempotency-key');
  if (key === undefined) return newId();
  return digestOf(JSON.stringify([caller.userId, key, body, file && digestOf(file.bytes)]));
}

/**
 * Stores the rows of a file and starts the job that applies them, so that every step finds them. A repeated import
 * returns the job that was started first.
 */
export async function beginImport<Row>(
  {
    parts,
    rows,
    fileName,
    ...job
  }: Omit<NewJob, 'total'> & {
    parts: StoredParts<Row>;
    rows: readonly Row[];
    fileName: string;
  },
  caller: Pick<Caller, 'userId'>,
  now: Date,
  changes: readonly Change[] = [],
) {
  await storeParts(parts, job.id, rows);
  const tally = { ...job.tally, fileName: fileName.slice(0, 200) };
  return beginJob({ ...job, total: rows.length, tally }, caller, now, changes).catch(
    async (error: unknown) => {
      const begun = error instanceof Refusal && error.code === 'conflict' ? await loadJob(job.id) : undefined;
      if (begun?.startedBy !== caller.userId) throw error;
      return { success: true as const, jobId: begun.id, message: begun.message };
    },
  );
}
