import { workbookType } from '../../shared/media-types.ts';
import { writeSheet } from '../platform/sheets/write-sheet.ts';
import { refusedRowsOf, type JobRecord } from './store.ts';

/** Returns a workbook of the refused rows of an import with their cells and reasons, to be corrected and uploaded. */
export async function refusedRowsFile(
  job: JobRecord,
  name: string,
  { titles, optional = [], hasLines = false }: RefusedColumns,
) {
  const rows = await refusedRowsOf(job.id);
  const columns = [...titles, ...optional.filter((title) => rows.some(({ cells }) => cells[title]))];
  const bytes = await writeSheet({
    sheetName: name,
    columns: [
      ...(hasLines ? [{ title: 'Line', kind: 'number' as const }] : []),
      ...columns.map((title) => ({ title, kind: 'text' as const, width: 24 })),
      { title: 'Reason', kind: 'text', width: 60 },
    ],
    rows: rows.map(({ line, cells, reason }) => [
      ...(hasLines ? [line] : []),
      ...columns.map((title) => cells[title] ?? ''),
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
