import writeExcelFile, { type Cell } from 'write-excel-file/node';
import { withGuard } from './write-csv.ts';
import { longestCell } from './read-worksheet.ts';
import { isCalendarDate } from '../../../shared/calendar.ts';
import { dollarsFromCents } from '../../../shared/money.ts';

/** text unchanged; number as a number; money from cents, shown in dollars; date from "YYYY-MM-DD". */
export type CellKind = 'text' | 'number' | 'money' | 'date';

export interface SheetColumn {
  title: string;
  kind: CellKind;
  /** in characters; by default the width of the title */
  width?: number;
}

/** A cell's value by its column's kind (money in cents); a blank cell is '', null, or undefined. */
export type CellValue = string | number | null | undefined;

export interface SheetToWrite {
  sheetName: string;
  /** Lines above the header: a title, or a name and its value. */
  lead?: readonly (readonly string[])[];
  columns: readonly SheetColumn[];
  rows: readonly (readonly CellValue[])[];
  /** Last line, in bold, by column kind. */
  totals?: readonly CellValue[];
}

const moneyFormat = '"$"#,##0.00';
const dateFormat = 'mm/dd/yyyy';
const firstDate = '1900-03-01'; // spreadsheets disagree about earlier dates

/**
 * Writes one sheet as .xlsx with a bold, frozen header and the lines above it. Text that could run as a formula gets an
 * apostrophe; text above the cell limit is cut. readSheet restores the values: texts, dates as "YYYY-MM-DD", money in
 * dollars.
 */
export async function writeSheet(sheet: SheetToWrite): Promise<Uint8Array> {
  const { sheetName, lead = [], columns, rows, totals } = sheet;
  const bold = (text: string): Cell => ({ ...inBold, value: safeText(text) });
  const above = lead.map(([name = '', ...values]) => [
    bold(name),
    ...values.map((text) => asCell('text', text)),
  ]);
  const header = columns.map(({ title }) => bold(title));
  const lines = rows.map((row) => columns.map(({ kind }, index) => asCell(kind, row[index])));
  const foot = totals && columns.map(({ kind }, index) => asCell(kind, totals[index], inBold));
  const file = writeExcelFile([...above, header, ...lines, ...(foot ? [foot] : [])], {
    sheet: safeSheetName(sheetName),
    stickyRowsCount: above.length + 1,
    columns: columns.map(({ title, width }) => ({
      width: width ?? Math.min(60, Math.max(12, title.length + 3)),
    })),
  });
  return new Uint8Array(await file.toBuffer());
}

const inBold = { fontWeight: 'bold' } as const;

function asCell(kind: CellKind, value: CellValue, look: { fontWeight?: 'bold' } = {}): Cell {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'number' && kind !== 'text') {
    if (!Number.isFinite(value)) throw new RangeError(`A sheet cannot contain the number ${value}.`);
    return kind === 'money'
      ? { ...look, value: dollarsFromCents(value), type: Number, format: moneyFormat }
      : { ...look, value, type: Number };
  }
  const date = kind === 'date' ? calendarDate(String(value)) : undefined;
  if (date) return { ...look, value: date, type: Date, format: dateFormat };
  return { ...look, value: safeText(String(value)), type: String };
}

export function calendarDate(text: string): Date | undefined {
  return isCalendarDate(text) && text >= firstDate ? new Date(`${text}T00:00:00Z`) : undefined;
}

// characters that XML cannot contain, and text that looks like their escape (ECMA-376 part 1, 22.9.2.19)
// oxlint-disable-next-line no-control-regex
const unwritable = /[\0-\x08\x0b-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffd-\uffff]|_(?=x[0-9a-f]{4}_)/gi;

const escaped = (character: string) =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

export function safeText(text: string): string {
  const guarded = withGuard(text.toWellFormed());
  const cut = guarded.length > longestCell ? `${guarded.slice(0, longestCell - 1).toWellFormed()}…` : guarded;
  const writable = cut.replace(unwritable, escaped);
  // write-excel-file stores texts as keys of a plain object, where "constructor" exists already
  return writable in {} ? writable.replace(/^./, escaped) : writable;
}

/** Returns a valid sheet name: at most 31 characters, none of []:*?/\, no apostrophe at either end. */
export function safeSheetName(name: string): string {
  const allowed = name
    .replace(/[[\]:*?/\\\s]+/g, ' ')
    .slice(0, 31)
    .replace(/^[\s']+|[\s']+$/g, '');
  return allowed === '' ? 'Sheet1' : allowed;
}
