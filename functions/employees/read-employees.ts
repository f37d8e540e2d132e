import {
  employeeColumns,
  fullNameTitles,
  validateEmployeeRows,
  type ValidatedRow,
  fileTooLarge,
  maxUploadBytes,
  notAWorkbook,
} from '../../shared/employees/employee-rows.ts';
import {
  fileColumns,
  type ColumnMapping,
  type FileField,
  columnQuestions,
  unusedTitles,
} from '../../shared/employees/column-questions.ts';
import { dateOrderOf, type DateOrder } from '../../shared/employees/date-order.ts';
import { plural } from '../../shared/number-words.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { SheetWithHeader } from '../platform/sheets/choose-sheet.ts';
import { findSheet, type SheetLimits } from '../platform/sheets/read-sheet.ts';
import { findColumns, plainTitle, readTable, titlesOf } from '../platform/sheets/read-table.ts';
import type { StoredMapping } from './column-mapping-store.ts';

interface EmployeesFile {
  name: string;
  bytes: Uint8Array;
}

/** Limits of an uploaded employees file (spec 2 §9). */
export const employeesFileLimits: SheetLimits = {
  maxBytes: maxUploadBytes,
  tooLarge: fileTooLarge,
  wrongKind: notAWorkbook,
};

// a line above the table rarely contains two titles
const minTitles = 2;

/** Opens an employees file; the header may be below other lines or on another sheet than the first. */
export async function openEmployees(
  { name, bytes }: EmployeesFile,
  mapping: ColumnMapping,
  limits: SheetLimits,
  sheet?: string,
): Promise<SheetWithHeader> {
  const isColumn = titlesOf(fileColumns, mapping);
  const isTitle = (text: string) => isColumn(text) || isFullName(text);
  return withNames(await findSheet(bytes, name, limits, { isTitle, fewest: minTitles, sheet }), mapping);
}

const fullNames = new Set(fullNameTitles.map(plainTitle));
const isFullName = (title: string): boolean => fullNames.has(plainTitle(title));

const lastCommaFirst = /^([^,]+),\s*([^,]+)$/;

/** Splits a column of full names ("Last, First") if the sheet has no columns for the first and last name. */
function withNames(sheet: SheetWithHeader, mapping: ColumnMapping): SheetWithHeader {
  const columns = findColumns(sheet.header, fileColumns, mapping);
  const isNamed = columns.some(
    ({ field, match }) => (field === 'firstName' || field === 'lastName') && match !== undefined,
  );
  const title = isNamed ? undefined : sheet.header.find(isFullName);
  if (title === undefined) return sheet;
  const values = valuesOf(sheet, title).filter((value) => value.trim() !== '');
  if (values.length === 0 || !values.every((value) => lastCommaFirst.test(value.trim()))) return sheet;
  const { firstName, lastName } = employeeColumns;
  return {
    ...sheet,
    header: sheet.header.flatMap((text) => (text === title ? [lastName.title, firstName.title] : [text])),
    rows: sheet.rows.map((row) => {
      const [, last = '', first = ''] = lastCommaFirst.exec(row.cells[title]?.trim() ?? '') ?? [];
      return { ...row, cells: { ...row.cells, [lastName.title]: last.trim(), [firstName.title]: first } };
    }),
  };
}

/** Settings for reading a partner's files. */
type ReadSettings = Pick<StoredMapping, 'columns' | 'ignored' | 'dateOrder'>;

const valuesOf = (sheet: SheetWithHeader, title: string): string[] =>
  sheet.rows.map(({ cells }) => cells[title] ?? '');

const sampleCount = 3;
const longestSample = 60;

/** Returns the first values of a column, for the selection of columns. */
export const samplesOf = (sheet: SheetWithHeader, title: string): string[] =>
  valuesOf(sheet, title)
    .map((value) => value.trim())
    .filter((value) => value !== '')
    .slice(0, sampleCount)
    .map((value) => value.slice(0, longestSample));

/** Returns the date order of a sheet's birth dates; 'either' if both fit. */
function birthDateOrder(sheet: SheetWithHeader, { columns }: ReadSettings): DateOrder | 'either' {
  const title = findColumns(sheet.header, fileColumns, columns).find(
    ({ field }) => field === 'dateOfBirth',
  )?.match;
  return title === undefined ? 'mdy' : dateOrderOf(title, valuesOf(sheet, title));
}

/**
 * Returns the validated rows of an employees file. Throws ('invalid') if columns are ambiguous, or if the birth dates fit
 * both orders and the partner has none selected: a wrong order would silently change birth dates.
 */
export function validateRows(sheet: SheetWithHeader, reading: ReadSettings, today: string): ValidatedRow[] {
  const rows = readTable<FileField>(sheet, fileColumns, reading.columns);
  const order = birthDateOrder(sheet, reading);
  const settled = order === 'either' ? reading.dateOrder : order;
  if (settled === null) throw new Refusal('invalid', chooseOrder, 'file');
  return validateEmployeeRows(rows, today, settled);
}

const list = new Intl.ListFormat('en-US');

/** Returns open questions that the user must settle, and the ignored parts of the file. */
export function openQuestions(
  sheet: SheetWithHeader,
  reading: ReadSettings,
  alsoRead: readonly string[] = [],
) {
  const columns = findColumns(sheet.header, fileColumns, reading.columns);
  const titles = {
    header: sheet.header.filter((title) => !alsoRead.includes(title)),
    columns,
    ignored: reading.ignored,
  };
  const questions = columnQuestions({ ...titles, valuesOf: (title) => valuesOf(sheet, title) });
  const asksDateOrder = reading.dateOrder === null && birthDateOrder(sheet, reading) === 'either';
  const { hiddenLines, hiddenSheets } = sheet;
  const unused = unusedTitles(titles);
  const notes = [
    ...(unused.length > 0 ? [`Ignored columns: ${list.format(unused)}.`] : []),
    ...(asksDateOrder ? [bothOrders] : []),
    ...(hiddenLines.length > 0
      ? [
          `${plural(hiddenLines.length, 'row is', 'rows are')} hidden in the file but included: ${linesOf(hiddenLines)}.`,
        ]
      : []),
    ...(hiddenSheets.length > 0 ? [`Ignored hidden sheets: ${list.format(hiddenSheets)}.`] : []),
  ];
  return { questions, asksDateOrder, notes };
}

const bothOrders = 'The birth dates fit MM/DD/YYYY and DD/MM/YYYY.';
const chooseOrder = `${bothOrders} Upload the file on the employees page to choose the order for all your files, or write the dates as YYYY-MM-DD.`;

const sampleLines = 10;
const linesOf = (lines: readonly number[]): string =>
  `${lines.length === 1 ? 'line' : 'lines'} ${list.format([...lines.slice(0, sampleLines).map(String), ...(lines.length > sampleLines ? ['more'] : [])])}`;
