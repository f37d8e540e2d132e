import {
  employeeColumns,
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
  type MappedField,
  columnQuestions,
  titleOfField,
  unusedTitles,
} from '../../shared/employees/column-questions.ts';
import { dateOrderOf, type ColumnOrder } from '../../shared/employees/date-order.ts';
import { employmentColumns, formatLines, readEmployment } from '../../shared/employees/employment.ts';
import { hasLastNameFirst, isWholeNameTitle, splitNames } from '../../shared/employees/split-names.ts';
import { words } from '../../shared/employees/readable-values.ts';
import { isX12 } from '../../shared/employees/x12.ts';
import { plural } from '../../shared/number-words.ts';
import { hasSocialSecurityNumber } from '../../shared/visible-text.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { SheetWithHeader } from '../platform/sheets/choose-sheet.ts';
import { decode } from '../platform/sheets/read-csv.ts';
import { findSheet, type SheetLimits } from '../platform/sheets/read-sheet.ts';
import { findColumns, plainTitle, readTable, titlesOf } from '../platform/sheets/read-table.ts';
import type { StoredMapping } from './column-mapping-store.ts';
import { withoutSocialSecurityNumbers, withoutSummaryRows } from '../platform/sheets/file-lines.ts';

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

/** Returns the text of an X12 file, which is recognized by its content; undefined for other files. */
export function x12Text(bytes: Uint8Array): string | undefined {
  return isX12(decode(bytes.subarray(0, 400))) ? decode(bytes) : undefined;
}

// a line above the table rarely contains two titles
const minTitles = 2;

/** A table of employees without other rows and social security numbers, and notes about what was removed or split. */
export type EmployeesSheet = SheetWithHeader & {
  notes: string[];
  /** Title of the column that was split into first and last names, and the sheet before that. */
  fullName?: string;
  unsplit?: SheetWithHeader;
};

/** Opens an employees file; the header may be below other lines or on another sheet than the first. */
export async function openEmployees(
  { name, bytes }: EmployeesFile,
  mapping: ColumnMapping,
  limits: SheetLimits,
  sheet?: string,
): Promise<EmployeesSheet> {
  if (x12Text(bytes) !== undefined)
    throw new Refusal('invalid', 'This is an X12 file. Upload 834 files on the Imports page.', 'file');
  const isTitle = employeesTitles(mapping);
  const sheetWithHeader = await findSheet(bytes, name, limits, {
    isTitle,
    fewest: minTitles,
    sheet,
    isOther: namesLeavers,
    readsUntitled: true,
    isNotable: hasSocialSecurityNumber,
  });
  const clean = cleanSheet(sheetWithHeader);
  requireNoLeavers(clean);
  return withNames(clean, mapping);
}

const leaversHeading =
  /^(?:terminat(?:ed|ions?)|termed|inactive|former|leavers?|separat(?:ed|ions?)|resigned|retire(?:d|es)|no longer employed)\b/;

/** Refuses a table with people below a heading of leavers, because they would be read as employees. */
function requireNoLeavers({ header, rows }: SheetWithHeader): void {
  const filledOf = (cells: Readonly<Record<string, string>>) =>
    header.flatMap((title) => (cells[title] ?? '').trim() || []);
  for (const [index, { line, cells }] of rows.entries()) {
    const [first = '', ...others] = filledOf(cells);
    if (others.length > 0 || !leaversHeading.test(words(first))) continue;
    if (rows.slice(index).some((below) => filledOf(below.cells).length > 1))
      throw new Refusal(
        'invalid',
        `Line ${line} is the heading “${first.slice(0, 60)}”. Upload the people below it as a file of leavers, and this file without them. Nothing was read.`,
        'file',
      );
  }
}

/** Returns true for the name of a sheet with former employees. */
export const namesLeavers = (name: string): boolean =>
  /^(?:term|inactive|former|leaver|left|separat|resign|retire|baja|ex[- ])/.test(words(name)) ||
  / (?:term(?:s|ed|inat\w*)?|inactive|leavers?|separations?)(?= |$)/.test(words(name));

/** Returns a predicate for the titles of employees files. */
export function employeesTitles(mapping: ColumnMapping): (text: string) => boolean {
  const isColumn = titlesOf(fileColumns, mapping);
  const fullName = mapping.fullName ? plainTitle(mapping.fullName) : undefined;
  return (text) => isColumn(text) || isWholeNameTitle(plainTitle(text)) || plainTitle(text) === fullName;
}

/** Returns a table without total rows, repeated titles, and social security numbers. */
export function cleanSheet(sheet: SheetWithHeader): EmployeesSheet {
  // first, because notes about summary rows contain their text
  const safe = withoutSocialSecurityNumbers(sheet);
  const people = withoutSummaryRows(safe.sheet);
  const outside = sheet.hasNotable
    ? [
        'Social security numbers outside of the table were not read and not stored. Remove them from your files.',
      ]
    : [];
  const otherSheets = sheet.alike.filter((name) => name !== sheet.name);
  const unread =
    otherSheets.length > 0
      ? [`Only the sheet “${sheet.name}” was read. Not read: ${list.format(otherSheets)}.`]
      : [];
  return { ...people.sheet, notes: [...safe.notes, ...outside, ...unread, ...people.notes] };
}

/** Returns the column of whole names: the selected one, by title, otherwise a column of "Last, First". */
function wholeNameColumn(sheet: SheetWithHeader, mapping: ColumnMapping): string | undefined {
  const { fullName = '' } = mapping;
  const chosen = sheet.header.find((title) => fullName !== '' && plainTitle(title) === plainTitle(fullName));
  if (chosen !== undefined) return chosen;
  const columns = findColumns(sheet.header, fileColumns, mapping);
  const has = (name: FileField) => columns.some(({ field, match }) => field === name && match !== undefined);
  if (has('firstName') && has('lastName')) return undefined;
  const used = new Set(columns.map(({ match }) => match));
  const unused = sheet.header.filter((title) => !used.has(title));
  return (
    unused.find((title) => isWholeNameTitle(plainTitle(title))) ??
    (has('firstName') || has('lastName')
      ? undefined
      : unused.find((title) => hasLastNameFirst(valuesOf(sheet, title))))
  );
}

/** Splits a column of whole names if the sheet has no columns for the first and last name. */
function withNames(sheet: EmployeesSheet, mapping: ColumnMapping): EmployeesSheet {
  const title = wholeNameColumn(sheet, mapping);
  if (title === undefined) return sheet;
  const { firstName, lastName } = employeeColumns;
  const values = valuesOf(sheet, title);
  const names = splitNames(values, title);
  const rows = sheet.rows.map((row, index) => {
    const { firstName: first = '', lastName: last = '' } = names[index] ?? {};
    return { ...row, cells: { ...row.cells, [lastName.title]: last, [firstName.title]: first } };
  });
  // other columns of first or last names are not read
  const replaced = findColumns(sheet.header, fileColumns, mapping)
    .filter(({ field }) => field === 'firstName' || field === 'lastName')
    .flatMap(({ match, another }) => [match, another])
    .filter((text) => text !== undefined && text !== title);
  const others = sheet.header.filter(
    (text) => text !== firstName.title && text !== lastName.title && !replaced.includes(text),
  );
  const header = others.flatMap((text) => (text === title ? [lastName.title, firstName.title] : [text]));
  const example = names.findIndex((name) => name.firstName !== '' && name.lastName !== '');
  const unsplit = sheet.rows.filter(
    (_, index) =>
      values[index]?.trim() !== '' && (names[index]?.firstName === '' || names[index]?.lastName === ''),
  );
  const notes = [
    ...(replaced.length > 0
      ? [
          `${list.format(replaced.map((text) => `“${text}”`))} ${replaced.length === 1 ? 'was' : 'were'} not read, because “${title}” contains the full names.`,
        ]
      : []),
    ...(example >= 0
      ? [
          `“${title}” was split into first and last names: “${values[example]?.trim()}” is ${names[example]?.firstName} (first name), ${names[example]?.lastName} (last name).`,
        ]
      : []),
    ...(unsplit.length > 0
      ? [`Names of ${formatLines(unsplit.map(({ line }) => line))} could not be split. Write “Last, First”.`]
      : []),
  ];
  return { ...sheet, header, rows, notes: [...sheet.notes, ...notes], fullName: title, unsplit: sheet };
}

/** Settings for reading a partner's files. */
type ReadSettings = Pick<StoredMapping, 'columns' | 'ignored' | 'dateOrder'>;

const valuesOf = (sheet: SheetWithHeader, title: string): string[] =>
  sheet.rows.map(({ cells }) => cells[title] ?? '');

const sampleCount = 3;
const longestSample = 60;

/** Returns the first values of a column, for the selection of columns. */
export const samplesOf = (sheet: SheetWithHeader, title: string): string[] =>
  [...new Set(valuesOf(sheet, title).map((value) => value.trim()))]
    .filter((value) => value !== '')
    .slice(0, sampleCount)
    .map((value) => value.slice(0, longestSample));

/** Returns the date order of a sheet's birth dates; 'either' if both fit. */
function birthDateOrder(sheet: SheetWithHeader, { columns }: ReadSettings): ColumnOrder {
  const title = findColumns(sheet.header, fileColumns, columns).find(
    ({ field }) => field === 'dateOfBirth',
  )?.match;
  return title === undefined ? 'mdy' : dateOrderOf(title, valuesOf(sheet, title));
}

/** Returns the titles of a sheet's columns that are fields. */
const usedTitles = (sheet: SheetWithHeader, { columns }: ReadSettings): Set<string> =>
  new Set(findColumns(sheet.header, fileColumns, columns).flatMap(({ match }) => match ?? []));

export const employmentOf = (sheet: SheetWithHeader, used: ReadonlySet<string>) =>
  employmentColumns(sheet.header, used, (title) => valuesOf(sheet, title));

/** Reads the columns of status, termination, last day, and hire date. */
export const employmentIn = (
  sheet: SheetWithHeader,
  used: ReadonlySet<string>,
  { dateOrder }: Pick<ReadSettings, 'dateOrder'>,
  today: string,
) => readEmployment({ columns: employmentOf(sheet, used), rows: sheet.rows, today, order: dateOrder });

/**
 * Returns the validated rows of an employees file. Throws ('invalid') if columns are ambiguous, or if the birth dates fit
 * both orders and the partner has none selected: a wrong order would silently change birth dates.
 */
export function validateRows(sheet: SheetWithHeader, reading: ReadSettings, today: string): ValidatedRow[] {
  const rows = readTable<FileField>(sheet, fileColumns, reading.columns);
  const shared = sharedColumn(findColumns(sheet.header, fileColumns, reading.columns));
  if (shared !== '') throw new Refusal('invalid', shared, 'file');
  const order = birthDateOrder(sheet, reading);
  const settled = order === 'either' ? reading.dateOrder : order;
  if (settled === null) throw new Refusal('invalid', chooseOrder, 'file');
  const { departures } = employmentIn(sheet, usedTitles(sheet, reading), reading, today);
  return validateEmployeeRows(rows, today, settled, departures);
}

/** Returns the error of full names that were selected with columns of first or last names; '' if there is none. */
export function namesTwice({ fullName, firstName, lastName }: ColumnMapping): string {
  const other = firstName || lastName;
  return fullName && other
    ? `The column "${fullName}" contains full names, so "${other}" cannot be "${titleOfField(firstName ? 'firstName' : 'lastName')}". Select the full names or both names.`
    : '';
}

/** Returns the error of a column that was selected for two fields; '' if there is none. */
export function sharedColumn(columns: readonly { field: MappedField; match: string | undefined }[]): string {
  // titles are compared as columns are found
  for (const [title, fields] of Map.groupBy(columns, ({ match = '' }) => plainTitle(match))) {
    const [first, second] = fields;
    if (title && first && second)
      return `The column "${first.match}" cannot be both "${titleOfField(first.field)}" and "${titleOfField(second.field)}". Select another column.`;
  }
  return '';
}

/** Returns notes about employees who leave on a later day and are added. */
export const laterNotes = (rows: readonly ValidatedRow[]): string[] =>
  rows.flatMap(({ line, employee, departure }) =>
    employee && departure?.kind === 'later'
      ? [`Line ${line} is added, although ${departure.text} is known. Send it again as a leavers file.`]
      : [],
  );

const mostValues = 3;

/** Returns notes about optional cells that were omitted or shortened, with fields and values. */
export function leftOutNotes(rows: readonly ValidatedRow[]): string[] {
  const cells = rows.flatMap(({ line, leftOut = [] }) => leftOut.map((cell) => ({ ...cell, line })));
  const groups = Map.groupBy(cells, ({ title, readAs }) => `${title} ${readAs === '' ? '' : 'shortened'}`);
  return [...groups.values()].flatMap((group) => {
    const values = [...Map.groupBy(group, ({ value, readAs }) => `“${value}”${readAs && ` as ${readAs}`}`)];
    const listedValues = values
      .slice(0, mostValues)
      .map(([value, same]) => `${value} (${formatLines(same.map(({ line }) => line))})`);
    const rest = values.length - listedValues.length;
    const [first] = group;
    return `${first?.title} ${first?.readAs === '' ? 'omitted' : 'shortened'}: ${list.format([...listedValues, ...(rest > 0 ? [plural(rest, 'other value', 'other values')] : [])])}.`;
  });
}

const list = new Intl.ListFormat('en-US');

/** Returns open questions that the user must settle, and the ignored parts of the file. */
export function openQuestions(
  sheet: EmployeesSheet,
  reading: ReadSettings,
  today: string,
  alsoRead: readonly string[] = [],
) {
  const columns = findColumns(sheet.header, fileColumns, reading.columns);
  const used = new Set([...usedTitles(sheet, reading), ...alsoRead]);
  const ofEmployment = employmentOf(sheet, used).map(({ title }) => title);
  const titles = {
    header: sheet.header.filter((title) => !alsoRead.includes(title) && !ofEmployment.includes(title)),
    columns,
    ignored: reading.ignored,
  };
  const questions = columnQuestions({ ...titles, valuesOf: (title) => valuesOf(sheet, title) });
  const asksDateOrder = reading.dateOrder === null && birthDateOrder(sheet, reading) === 'either';
  const { hiddenLines, hiddenSheets } = sheet;
  const unused = unusedTitles(titles);
  const notes = [
    ...sheet.notes,
    ...employmentIn(sheet, used, reading, today).notes,
    ...ignoredNotes(sheet, unused),
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

/** Returns the note that names ignored columns with their first values. */
export const ignoredNotes = (sheet: SheetWithHeader, titles: readonly string[]): string[] =>
  titles.length > 0
    ? [`Ignored columns: ${list.format(titles.map((title) => withSamples(sheet, title)))}.`]
    : [];

function withSamples(sheet: SheetWithHeader, title: string): string {
  const samples = samplesOf(sheet, title);
  return samples.length === 0 ? title : `${title} (${samples.join(', ')})`;
}

const bothOrders = 'The birth dates fit MM/DD/YYYY and DD/MM/YYYY.';
const chooseOrder = `${bothOrders} Upload the file on the employees page to choose the order for all your files, or write the dates as YYYY-MM-DD.`;

const sampleLines = 10;
const linesOf = (lines: readonly number[]): string =>
  `${lines.length === 1 ? 'line' : 'lines'} ${list.format([...lines.slice(0, sampleLines).map(String), ...(lines.length > sampleLines ? ['more'] : [])])}`;
