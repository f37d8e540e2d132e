import type { JobKind } from '../../shared/jobs/job.ts';
import { workbookType } from '../../shared/media-types.ts';
import { Refusal } from '../../shared/refusal.ts';
import { writeSheet } from '../platform/sheets/write-sheet.ts';
import { loadJob, refusedRowsOf, type JobRecord } from './store.ts';

/** Returns an import job of a kind. Throws 'not-found' for other jobs. */
export async function loadImport(id: string, kind: JobKind, name = 'Import'): Promise<JobRecord> {
  const job = await loadJob(id);
  if (job?.kind !== kind) throw new Refusal('not-found', `${name} not found.`);
  return job;
}

/** Returns a workbook of the refused rows of an import with their cells and reasons, to be corrected and uploaded. */
export async function refusedRowsFile(
  job: JobRecord,
  name: string,
  { titles, optional = [], hasLines = false }: RefusedColumns,
) {
  const rows = await refusedRowsOf(job.id);
  const shown = [...titles, ...optional.filter((title) => rows.some(({ cells }) => cells[title]))];
  const bytes = await writeSheet({
    sheetName: name,
    columns: [
      ...(hasLines ? [{ title: 'Line', kind: 'number' as const }] : []),
      ...shown.map((title) => ({ title, kind: 'text' as const, width: 24 })),
      { title: 'Reason', kind: 'text', width: 60 },
    ],
    rows: rows.map(({ line, cells, reason }) => [
      ...(hasLines ? [line] : []),
      ...shown.map((title) => cells[title] ?? ''),
      reason,
    ]),
  });
  return { type: workbookType, bytes };
}

interface RefusedColumns {
  titles: readonly string[];
  /** Titles that are omitted if no row has a cell. */
  optional?: readonly string[];
  hasLines?: boolean;
}
