import type { FileResponse } from '../../shared/endpoint.ts';
import type { JobBegun } from '../../shared/jobs/job.ts';
import type { DownloadName } from '../../shared/jobs/download.ts';
import { csvType, workbookType } from '../../shared/media-types.ts';
import { beginJob } from '../jobs/begin.ts';
import type { Caller } from '../users/caller.ts';
import { writeSheet, type CellValue } from '../platform/sheets/write-sheet.ts';
import { csvFile, csvLines, sumsOf, totalsLine, type SheetSource } from './sheet-source.ts';

/** Most rows of a response (six megabytes, thirty seconds), and rows per step of a download job. */
export const downloadLimits = { rowsInAnswer: 20_000, rowsInStep: 2_000 };

interface Request {
  what: DownloadName;
  /** Input from which the job creates the same source. */
  input: Record<string, unknown>;
  partnerId?: string | undefined;
}

/** Returns a download as a file, or starts a job that creates the file if it exceeds a response. */
export async function sheetResponse(
  source: SheetSource,
  { what, input, partnerId }: Request,
  { caller, now, newId }: { caller: Caller; now: Date; newId: () => string },
): Promise<FileResponse | JobBegun> {
  const rows: CellValue[][] = [];
  for await (const page of source.pages(null)) {
    rows.push(...page.rows);
    if (rows.length > downloadLimits.rowsInAnswer)
      return beginJob(
        {
          id: newId(),
          kind: 'download',
          input: { what, input, at: now.toISOString() },
          total: source.atMost,
          message: 'Preparing your download.',
          tally: { fileName: source.name },
          ...(partnerId && { partnerId }),
        },
        caller,
        now,
      );
  }
  return sheetFile(source, rows);
}

/** Returns a download of limited size as a file. */
export async function wholeSheet(source: SheetSource): Promise<FileResponse> {
  const rows: CellValue[][] = [];
  for await (const page of source.pages(null)) rows.push(...page.rows);
  return sheetFile(source, rows);
}

async function sheetFile(
  source: SheetSource,
  rows: readonly (readonly CellValue[])[],
): Promise<FileResponse> {
  const { name, sheetName, lead, columns } = source;
  if (source.format === 'csv') return { name, type: csvType, bytes: csvFile(source, csvLines(source, rows)) };
  const totals = totalsLine(source, sumsOf(source, rows));
  const bytes = await writeSheet({
    sheetName,
    columns,
    rows,
    ...(lead && { lead }),
    ...(totals && { totals }),
  });
  return { name, type: workbookType, bytes };
}
