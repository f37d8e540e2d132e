import type { RosterChangeKind } from '../../../shared/employees/roster-change.ts';
import { memberLookup, type RosterFileRow } from '../../../shared/employees/match-people.ts';
import { readBenefitFile, type BenefitFile } from '../../../shared/employees/benefit-file.ts';
import { titles as benefitTitles } from '../../../shared/employees/benefit-member.ts';
import { maskedX12 } from '../../../shared/employees/x12.ts';
import type { RosterMember } from '../../../shared/members/member.ts';
import { plural } from '../../../shared/number-words.ts';
import { dayNearToday } from '../../../shared/employees/date-order.ts';
import type { ColumnMapping } from '../../../shared/employees/column-questions.ts';
import { employeeColumns } from '../../../shared/employees/employee-rows.ts';
import { plainKeyFob } from '../../../shared/employees/key-fob.ts';
import { words } from '../../../shared/employees/readable-values.ts';
import { leaverColumns, type LeaverLine } from '../../../shared/employees/compare-file.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { findSheet, type SheetLimits } from '../../platform/sheets/read-sheet.ts';
import { findColumns, readTable, titlesOf } from '../../platform/sheets/read-table.ts';
import type { StoredMapping } from '../column-mapping-store.ts';
import {
  cleanSheet,
  employeesFileLimits,
  employeesTitles,
  employmentIn,
  employmentOf,
  ignoredNotes,
  laterNotes,
  leftOutNotes,
  openEmployees,
  namesLeavers,
  openQuestions,
  validateRows,
  x12Text,
  type EmployeesSheet,
} from '../read-employees.ts';
import { withMaskedNumbers, withoutSocialSecurityNumbers } from '../../platform/sheets/file-lines.ts';
import { hasSocialSecurityNumber, isScientific, scientificError } from '../../../shared/visible-text.ts';

/** Limits of delivered and imported files: rosters of the largest employers, as a workbook or CSV. */
export const deliveryLimits: SheetLimits = {
  maxBytes: 64 * 1024 * 1024,
  tooLarge: 'The file is larger than 64 MB. Split it into several files.',
  formats: ['xlsx', 'csv'],
  maxRows: 200_000,
  maxInflatedBytes: 512 * 1024 * 1024,
};

/** Limits of uploaded leavers files. */
const leaverUploadLimits: SheetLimits = {
  maxBytes: 1024 * 1024,
  tooLarge: 'The file is larger than 1 MB. Keep only the email or key fob of each leaver.',
  formats: ['xlsx', 'csv'],
  maxRows: 5000,
};

/** Uploaded full rosters have the limits of an employees file (spec 2 §9). */
const rosterUploadLimits = employeesFileLimits;

interface UploadedFile {
  name: string;
  bytes: Uint8Array;
}

/** Names of a leavers file do not identify a member, but must not be those of another person. */
const nameColumns = {
  firstName: { ...employeeColumns.firstName, optional: true },
  lastName: { ...employeeColumns.lastName, optional: true },
  name: {
    title: 'Name',
    aliases: ['Full Name', 'Employee Name', 'Employee', 'Member Name', 'Legal Name', 'Worker'],
    optional: true,
  },
};

/** Returns true for the name of a sheet with employees, of whom no membership ends. */
const namesEmployees = (name: string): boolean =>
  !namesLeavers(name) &&
  /^(?:all )?(?:(?:currently )?active|actives|current|employees?|roster|census|new hires?|hires|additions|activos)(?= |$)/.test(
    words(name),
  );

/** The partner's column mapping for emails and employee numbers applies to leavers files as well. */
const leaverTitles = ({ email, employeeNumber }: ColumnMapping) => ({
  ...(email && { email }),
  ...(employeeNumber && { employeeNumber }),
});

/**
 * Returns the lines of a leavers file with their last days. Throws ('invalid') without a column of emails or key fobs.
 */
export async function readLeavers(
  { name, bytes }: UploadedFile,
  limits: SheetLimits,
  { columns: mapping, dateOrder }: Pick<StoredMapping, 'columns' | 'dateOrder'>,
  today: string,
): Promise<{ lines: LeaverLine[]; notes: string[] }> {
  const chosen = leaverTitles(mapping);
  const search = {
    isTitle: titlesOf(leaverColumns, chosen),
    fewest: 1,
    isOther: namesEmployees,
    readsUntitled: true,
    isNotable: hasSocialSecurityNumber,
  };
  const sheet = cleanSheet(await findSheet(bytes, name, limits, search));
  const table = readTable(sheet, leaverColumns, chosen);
  if (table.length === 0)
    throw new Refusal(
      'invalid',
      'The file contains no leavers. Its first line must contain a column "Email", "Key Fob", or "Employee Number".',
      'file',
    );
  const used = new Set(findColumns(sheet.header, leaverColumns, chosen).flatMap(({ match }) => match ?? []));
  const nameTitles = findColumns(sheet.header, nameColumns, {}).flatMap(({ match }) => match ?? []);
  for (const title of nameTitles) used.add(title);
  const names = new Map(
    sheet.rows.map(({ line, cells }) => [
      line,
      nameTitles
        .map((title) => cells[title]?.trim() ?? '')
        .join(' ')
        .trim(),
    ]),
  );
  const { departures, employed, unknown, unused, notes } = employmentIn(sheet, used, { dateOrder }, today);
  const ofEmployment = employmentOf(sheet, used).filter(({ kind }) => kind !== 'statusDate');
  const read = new Set([...used, ...ofEmployment.map(({ title }) => title)]);
  const unread = sheet.header.filter((title) => !read.has(title));
  const cellsOf = new Map(sheet.rows.map(({ line, cells }) => [line, cells]));
  const lines = table.map(({ line, fields: sent }): LeaverLine => {
    const fields = { ...sent, keyFob: plainKeyFob(sent.keyFob) };
    const departure = departures.get(line);
    if (departure?.kind === 'unclear') return { line, fields, problem: departure.text };
    const status = employed.get(line) ?? unknown.get(line);
    // an employee without a last day is no leaver, nor is a person with a status that names no departure
    if (status !== undefined && (!departure || unknown.has(line)))
      return { line, fields, problem: `${status} is no leaver.` };
    const lastDay = departure?.lastDay ?? '';
    const problem =
      unused.get(line) ?? (lastDay === '' ? laterDay(cellsOf.get(line) ?? {}, unread, dateOrder, today) : '');
    return problem === ''
      ? { line, fields, name: names.get(line) ?? '', lastDay }
      : { line, fields, problem: `${problem}.` };
  });
  const ignored = ignoredNotes(sheet, unread);
  return { lines, notes: [...sheet.notes, ...notes, ...ignored] };
}

// dates of other matters, which leavers have as well
const otherDate =
  /\b(?:pay\w*|paid|checks?|cobra|review|insurance|reports?|run|created|updated|modified|deadline|due)\b/i;

/**
 * Returns why a leaver with a later day in a column that is not read is refused: it may be the last day, and the membership
 * would end today. '' if there is none.
 */
function laterDay(
  cells: Readonly<Record<string, string>>,
  titles: readonly string[],
  order: StoredMapping['dateOrder'],
  today: string,
): string {
  const title = titles.find(
    (text) => !otherDate.test(text) && dayNearToday(cells[text] ?? '', order ?? 'mdy') > today,
  );
  return title === undefined
    ? ''
    : `${title} “${cells[title]?.trim().slice(0, 60)}” may be the last day. Rename the column “Last Day”, or remove it`;
}

/** Returns the rows of employees and the ignored parts of their file. Throws ('invalid') without a valid row. */
export function rosterRows(
  sheet: EmployeesSheet,
  today: string,
  reading: StoredMapping,
): { rows: RosterFileRow[]; notes: string[] } {
  const keyFobTitle = findColumns(sheet.header, { keyFob: leaverColumns.keyFob })[0]?.match;
  const keyFobNumbers = new Map(
    sheet.rows.map(({ line, cells }) => [line, plainKeyFob(cells[keyFobTitle ?? '']?.trim() ?? '')]),
  );
  const changed: string[] = [];
  const rows = validateRows(sheet, reading, today).map((row) => {
    const keyFob = keyFobNumbers.get(row.line) ?? '';
    if (!isScientific(keyFob)) return { ...row, keyFob };
    changed.push(`Line ${row.line}: ${scientificError('key fob', keyFob)}`);
    return { ...row, keyFob: '' };
  });
  requireValidRow(rows);
  const { notes } = openQuestions(sheet, reading, today, keyFobTitle === undefined ? [] : [keyFobTitle]);
  return { rows, notes: [...notes, ...leftOutNotes(rows), ...laterNotes(rows), ...changed] };
}

/** Throws ('invalid') if no row is valid, because all members would be missing. */
export function requireValidRow(rows: readonly RosterFileRow[]): void {
  if (!rows.some(({ employee, departure }) => employee ?? departure))
    throw new Refusal('invalid', 'No row of this file is valid. No members were compared.', 'file');
}

/** Reads an 834 file. Throws ('invalid') if it is unreadable or exceeds the limits. */
export function readBenefits(
  { text, bytes }: { text: string; bytes: Uint8Array },
  { maxBytes, tooLarge, maxRows = mostRows }: SheetLimits,
  today: string,
): BenefitFile {
  if (bytes.length > maxBytes) throw new Refusal('invalid', tooLarge, 'file');
  const file = readBenefitFile(text, today);
  if (file.rows.length > maxRows)
    throw new Refusal(
      'invalid',
      `The file has ${plural(file.rows.length, 'subscriber', 'subscribers')}; the maximum is ${maxRows.toLocaleString('en-US')}. Split it into several files.`,
      'file',
    );
  return file;
}

const mostRows = 5000;
const isoReading: StoredMapping = { partnerId: '', columns: {}, ignored: [], dateOrder: 'mdy', version: 0 };
const notAMember = 'No member matches this change (INS03). Send the person as an addition (021).';

/**
 * Returns the subscribers of an 834 file, validated by the rules of a roster. A subscriber without an email has the email
 * of the member with the same employee number or name and birth date: missing values change nothing.
 */
export function benefitRows(
  { rows, notes }: BenefitFile,
  members: readonly RosterMember[],
  today: string,
): { rows: RosterFileRow[]; notes: string[] } {
  const memberOf = memberLookup(members);
  const completed = new Set<number>();
  const { email, dateOfBirth } = benefitTitles;
  const table: EmployeesSheet = {
    name: '',
    alike: [],
    header: Object.values(benefitTitles),
    headerLine: 1,
    hiddenLines: [],
    hiddenSheets: [],
    hasNotable: false,
    notes,
    rows: rows.map(({ line, cells }) => {
      const row = { line, cells, keyFob: '', reason: '', employee: null, dateOfBirth: cells[dateOfBirth] };
      const currentEmail = cells[email] === '' ? memberOf(row)?.email : undefined;
      if (currentEmail !== undefined) completed.add(line);
      return { line, cells: currentEmail === undefined ? cells : { ...cells, [email]: currentEmail } };
    }),
  };
  const safe = withoutSocialSecurityNumbers(table);
  const sheet = { ...safe.sheet, notes: [...notes, ...safe.notes] };
  const validated = validateRows(sheet, isoReading, today).map((row, index): RosterFileRow => {
    const { error = '', maintenance = '', addsCoverage = false, cells = {} } = rows[index] ?? {};
    return {
      ...(error === '' ? row : { ...row, employee: null, reason: error, departure: undefined }),
      keyFob: '',
      dateOfBirth: cells[dateOfBirth],
      ...(completed.has(row.line) && { hasMemberEmail: true }),
      ...(maintenance === '001' && !addsCoverage && { unmatched: notAMember }),
      ...(maintenance === '025' && { isReinstated: true }),
    };
  });
  const { notes: readNotes } = openQuestions(sheet, isoReading, today);
  return { rows: validated, notes: [...readNotes, ...leftOutNotes(validated), ...laterNotes(validated)] };
}

/** Returns a file without its social security numbers; undefined if it cannot be read. */
export async function withoutNumbers(
  kind: RosterChangeKind,
  file: Parameters<typeof withMaskedNumbers>[0],
  { columns }: Pick<StoredMapping, 'columns'>,
): Promise<Uint8Array | undefined> {
  const text = x12Text(file.bytes);
  if (text !== undefined) {
    const masked = maskedX12(text);
    return masked === undefined ? file.bytes : Buffer.from(masked, 'utf8');
  }
  const search =
    kind === 'leavers'
      ? { isTitle: titlesOf(leaverColumns, leaverTitles(columns)), fewest: 1, isOther: namesEmployees }
      : { isTitle: employeesTitles(columns), fewest: 2, isOther: namesLeavers };
  return withMaskedNumbers(file, deliveryLimits, { ...search, readsUntitled: true });
}

/** Reads an uploaded file. Throws ('invalid') if it is unreadable. */
export async function readByHand(
  kind: RosterChangeKind,
  file: Parameters<typeof withMaskedNumbers>[0],
  today: string,
  reading: StoredMapping,
): Promise<void> {
  const text = x12Text(file.bytes);
  if (text !== undefined)
    readBenefits(
      { text, bytes: file.bytes },
      kind === 'leavers' ? leaverUploadLimits : rosterUploadLimits,
      today,
    );
  else if (kind === 'leavers') await readLeavers(file, leaverUploadLimits, reading, today);
  else rosterRows(await openEmployees(file, reading.columns, rosterUploadLimits), today, reading);
}
