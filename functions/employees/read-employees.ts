import { validateEmployeeRows, type ValidatedRow } from '../../shared/employees/employee-rows.ts';
import {
  fileColumns,
  type ColumnMapping,
  type FileField,
} from '../../shared/employees/files/column-mapping.ts';
import { fileTooLarge, largestUpload, notAWorkbook } from '../../shared/employees/upload-limits.ts';
import type { FoundSheet } from '../platform/sheets/choose-sheet.ts';
import { findSheet, type SheetLimits } from '../platform/sheets/read-sheet.ts';
import { plainTitle, readTable, type TableColumn } from '../platform/sheets/read-table.ts';

interface EmployeesFile {
  name: string;
  bytes: Uint8Array;
}

/** An employees file by hand (spec 2 §9). */
export const employeesFileLimits: SheetLimits = {
  maxBytes: largestUpload,
  tooLarge: fileTooLarge,
  wrongKind: notAWorkbook,
};

/** Whether a text is the title of one of these columns, or was chosen as one by hand. */
export function titlesOf(
  columns: Record<string, TableColumn>,
  mapping: ColumnMapping = {},
): (text: string) => boolean {
  const named = Object.values(columns).flatMap(({ title, aliases = [] }) => [title, ...aliases]);
  const known = new Set(
    [...named, ...Object.values(mapping)].map(plainTitle).filter((title) => title !== ''),
  );
  return (text) => known.has(plainTitle(text));
}

// a line above the table rarely has two of its titles
const fewestTitles = 2;

/** Opens an employees file: its header may be below other lines, or on another sheet than the first. */
export const openEmployees = (
  { name, bytes }: EmployeesFile,
  mapping: ColumnMapping,
  limits: SheetLimits,
  sheet?: string,
): Promise<FoundSheet> =>
  findSheet(bytes, name, limits, {
    isTitle: titlesOf(fileColumns, mapping),
    fewest: fewestTitles,
    sheet,
  });

/** The judged rows of an open employees file. Refuses ('invalid') one whose columns are not clear. */
export const judgedRows = (sheet: FoundSheet, mapping: ColumnMapping, today: string): ValidatedRow[] =>
  validateEmployeeRows(readTable<FileField>(sheet, fileColumns, mapping), today);
