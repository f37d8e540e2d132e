import { dollarsFromCents } from '../../shared/money.ts';
import { csvText } from '../platform/sheets/write-csv.ts';
import { type CellValue, type SheetColumn, writeSheet } from '../platform/sheets/write-sheet.ts';
import type { FileResponse } from '../../shared/endpoint.ts';
import type { JobBegun } from '../../shared/jobs/job.ts';
import type { DownloadName } from '../../shared/jobs/download.ts';
import { csvType, workbookType } from '../../shared/media-types.ts';
import { beginJob } from '../jobs/begin.ts';
import type { Caller } from '../users/caller.ts';

/** Content of a download of any size: layout, and rows one page at a time. */
export interface SheetSource {
  /** File name with extension. */
  name: string;
  sheetName: string;
  /** 'csv' has no lines above the header and no totals; the default is 'xlsx'. */
  format?: 'xlsx' | 'csv';
  /** Lines above the header: a title, or a name and its value. */
  lead?: readonly (readonly string[])[];
  columns: readonly SheetColumn[];
  /** Titles of the columns with totals in the last line; no last line if missing. */
  added?: readonly string[];
  /** Returns false for a row that no total includes. */
  isAdded?: (row: readonly CellValue[]) => boolean;
  /** Upper limit of rows, from the counter of the whole list. */
  atMost: number;
  /** Pages of rows from the start or after a cursor (null after the last). */
  pages: (after: string | null) => AsyncIterable<{ rows: CellValue[][]; cursor: string | null }>;
}

/** Yields the pages of a sheet from a reader with a cursor; `next` is null at the end. */
export const sheetPages = <Row>(
  read: (cursor: string | undefined) => Promise<{ rows: readonly Row[]; next: string | null }>,
  cellsOf: (row: Row) => CellValue[],
): SheetSource['pages'] =>
  async function* pages(after) {
    let cursor = after;
    do {
      const { rows, next } = await read(cursor ?? undefined);
      yield { rows: rows.map(cellsOf), cursor: next };
      cursor = next;
    } while (cursor !== null);
  };

/** Returns the totals of the added columns in order; amounts are in cents. */
export function sumsOf(
  { columns, added = [], isAdded = () => true }: SheetSource,
  rows: readonly (readonly CellValue[])[],
): number[] {
  const summands = rows.filter(isAdded);
  return added.map((title) => {
    const index = columns.findIndex((column) => column.title === title);
    return summands.reduce((sum, row) => sum + Number(row[index] ?? 0), 0);
  });
}

/** Returns the last line: "Total" and the totals by column. Undefined without added columns. */
export function totalsLine(
  { columns, added = [] }: SheetSource,
  sums: readonly number[],
): CellValue[] | undefined {
  if (added.length === 0) return undefined;
  return columns.map(({ title }, index) => (index === 0 ? 'Total' : sums[added.indexOf(title)]));
}

/** Formats rows as comma-separated lines by column kind, with amounts in dollars. */
export const csvLines = (
  { columns }: Pick<SheetSource, 'columns'>,
  rows: readonly (readonly CellValue[])[],
): string =>
  csvText(
    rows.map((row) =>
      columns.map(({ kind }, index) => {
        const value = row[index] ?? '';
        return kind === 'money' && value !== '' ? dollarsFromCents(Number(value)).toFixed(2) : value;
      }),
    ),
  );

/** Encodes a text file with column titles and these lines. */
export const csvFile = ({ columns }: Pick<SheetSource, 'columns'>, lines: string): Uint8Array =>
  Buffer.from(`\uFEFF${csvText([columns.map(({ title }) => title)])}${lines}`, 'utf8');

/** Most rows of a response (six megabytes, thirty seconds), and rows per step of a download job. */
export const downloadLimits = { rowsInResponse: 20_000, rowsInStep: 2_000 };

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
    if (rows.length > downloadLimits.rowsInResponse)
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
