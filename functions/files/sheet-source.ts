import { dollarsFromCents } from '../../shared/money.ts';
import { csvText } from '../platform/sheets/write-csv.ts';
import type { CellValue, SheetColumn } from '../platform/sheets/write-sheet.ts';

/** What a download holds, whatever its size: how its sheet looks, and its rows a page at a time. */
export interface SheetSource {
  /** The file's name, with its ending. */
  name: string;
  sheetName: string;
  /** As text, without the lines above the header and without sums; a workbook where nothing is said. */
  format?: 'xlsx' | 'csv';
  /** Lines above the header: a title, or a name and its value. */
  lead?: readonly (readonly string[])[];
  columns: readonly SheetColumn[];
  /** Titles of the columns that the last line adds up; no last line without. */
  added?: readonly string[];
  /** At most this many rows: what the counter of the whole list says. */
  atMost: number;
  /** Pages of rows from the first, or behind a page's cursor (null after the last). */
  pages: (after: string | null) => AsyncIterable<{ rows: CellValue[][]; cursor: string | null }>;
}

/** The pages of a sheet from a reader that goes on behind a cursor; `next` null is the end. */
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

/** The sums of the added columns, in their order; amounts are cents. */
export function sumsOf(
  { columns, added = [] }: SheetSource,
  rows: readonly (readonly CellValue[])[],
): number[] {
  return added.map((title) => {
    const place = columns.findIndex((column) => column.title === title);
    return rows.reduce((sum, row) => sum + Number(row[place] ?? 0), 0);
  });
}

/** The last line: "Total", and each sum under its column. Undefined where nothing is added. */
export function totalsLine(
  { columns, added = [] }: SheetSource,
  sums: readonly number[],
): CellValue[] | undefined {
  if (added.length === 0) return undefined;
  return columns.map(({ title }, place) => (place === 0 ? 'Total' : sums[added.indexOf(title)]));
}

/** Lines as comma-separated text, by the columns' kinds: amounts in dollars. */
export const csvLines = (
  { columns }: Pick<SheetSource, 'columns'>,
  rows: readonly (readonly CellValue[])[],
): string =>
  csvText(
    rows.map((row) =>
      columns.map(({ kind }, place) => {
        const value = row[place] ?? '';
        return kind === 'money' && value !== '' ? dollarsFromCents(Number(value)).toFixed(2) : value;
      }),
    ),
  );

/** The bytes of a text file of these lines, below the titles of their columns. */
export const csvFile = ({ columns }: Pick<SheetSource, 'columns'>, lines: string): Uint8Array =>
  Buffer.from(`\uFEFF${csvText([columns.map(({ title }) => title)])}${lines}`, 'utf8');
