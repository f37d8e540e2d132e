import * as z from 'zod';
import { showDateIn, type CalendarDate } from '../calendar.ts';
import { type DetailField, memberDetails } from '../members/member.ts';
import { calendarDate, email, phone, text } from '../fields.ts';
import { Refusal, refusalCodes } from '../refusal.ts';
import type { ReadOrder } from '../date-text.ts';
import { isoDate } from './date-order.ts';
import { departure, type Departure } from './employment.ts';
import { visibleEmail } from '../visible-text.ts';
import { isPlaceholder, readablePhone } from './readable-values.ts';
import {
  detailColumns,
  detailFields,
  normalizeDetails,
  ofDetails,
  rosterDetails,
  nonblankDetails,
} from './roster-details.ts';

/** Maximum file size in bytes; the message begins as specified (spec 2 §5). */
export const maxUploadBytes = 25_600;
export const fileTooLarge =
  'File size exceeds the limit of 25KB. Select “Import a large file”, or keep only the columns of the template.';
export const notAWorkbook =
  'Choose a file that ends in .xlsx. Open your file in Excel or another spreadsheet program and save it as .xlsx.';

/** Limits of imported files; parts fit into a request (AWS Lambda accepts 6 MB, and base64 encoding adds a third). */
export const maxImportBytes = 20 * 1_048_576;
export const importPartBytes = 2 * 1_048_576;
export const mostImportParts = maxImportBytes / importPartBytes;
export const importTooLarge = 'This file is larger than 20 MB. Split the rows into several files.';

/**
 * Columns of an employees file: the template's title first, then accepted alternatives (spec 2 §2). `exported` are the
 * titles in exports of ADP, Workday, BambooHR, Gusto, and Paycom; addresses of the employer come first.
 */
export const employeeColumns = {
  firstName: {
    title: 'First Name',
    aliases: ['First', 'Given Name', 'Forename'],
    exported: [
      'Legal First Name',
      'Legal Name - First Name',
      'Preferred First Name',
      'Nombre',
      'Nombres',
      'Prénom',
      'Vorname',
    ],
  },
  lastName: {
    title: 'Last Name',
    aliases: ['Last', 'Surname', 'Family Name'],
    exported: [
      'Legal Last Name',
      'Legal Name - Last Name',
      'Preferred Last Name',
      'Apellido',
      'Apellidos',
      'Nom',
      'Nom de famille',
      'Nachname',
    ],
  },
  email: {
    title: 'Email',
    aliases: ['E-mail', 'Email Address', 'E-mail Address', 'Mail'],
    exported: [
      'Work Email',
      'Email - Primary Work',
      'Primary Work Email',
      'Email - Work',
      'Work Contact: Work Email',
      'Work Email Address',
      'Personal Email',
      'Email - Primary Home',
      'Home Email',
      'Personal Contact: Personal Email',
      'Correo electrónico',
      'Correo',
      'Courriel',
      'Adresse e-mail',
      'E-Mail-Adresse',
    ],
  },
  phone: {
    title: 'Phone',
    aliases: ['Phone Number', 'Telephone', 'Mobile', 'Cell'],
    exported: [
      'Mobile Phone',
      'Phone - Primary Home',
      'Personal Contact: Personal Mobile',
      'Personal Phone',
      'Home Phone',
      'Teléfono',
      'Celular',
      'Téléphone',
      'Telefon',
    ],
    optional: true,
  },
  dateOfBirth: {
    title: 'Date of Birth',
    aliases: ['DOB', 'Birth Date', 'Birthday'],
    exported: ['Fecha de nacimiento', 'Date de naissance', 'Geburtsdatum'],
    optional: true,
  },
} as const;

export type EmployeeField = keyof typeof employeeColumns;
export const employeeFields = Object.keys(employeeColumns) as EmployeeField[];

/** Row of a file with a text for each column; blank cells are ''. */
export interface EmployeeRow {
  line: number;
  fields: Record<EmployeeField, string> & Partial<Record<DetailField, string>>;
}

const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';
const dates = new RegExp(
  `^(?:\\d{4}-\\d\\d?-\\d\\d?(?:T.*)?|\\d{1,2}[- ]${month}[- ,]+\\d{2,4}|${month} \\d{1,2},? \\d{4})$`,
  'i',
);

/** Requires a letter, no date (birth dates in a name column), and no error of Excel. */
const isName = (value: string): boolean =>
  /\p{L}/u.test(value) && !dates.test(value) && !value.startsWith('#');

const name = (label: string) => text(label, { max: 50 }).refine(isName, `${label} is not valid.`);

/** Expected format, appended to the message for an invalid cell. */
const expectedFormats: Record<EmployeeField | DetailField, string> = {
  ...ofDetails((field) => detailColumns[field].format),
  firstName: 'Write a name with letters.',
  lastName: 'Write a name with letters.',
  email: 'Write it as name@example.com.',
  phone: 'Write it as (612) 555-0100.',
  dateOfBirth: 'Write it as MM/DD/YYYY, in the past.',
};

/** Employee fields of a file row or the form. */
export const employeeForm = z.object({
  firstName: name('First Name'),
  lastName: name('Last Name'),
  email: email('Email'),
  phone: phone('Phone', { required: false }),
  dateOfBirth: calendarDate('Date of Birth', { required: false }),
});

const rosterRow = employeeForm.extend(rosterDetails.shape);
const requiredValues = employeeForm.pick({ firstName: true, lastName: true, email: true });
const optionalValues = rosterRow.omit({ firstName: true, lastName: true, email: true });

export const validEmployee = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  dateOfBirth: z.string().nullable(),
  ...memberDetails.shape,
});

const leftOutCell = z.object({ title: z.string(), value: z.string(), readAs: z.string() });
export type LeftOutCell = z.output<typeof leftOutCell>;

/** Describes an optional cell that was omitted or shortened. */
export const leftOutText = ({ title, value, readAs }: LeftOutCell): string =>
  readAs === '' ? `${title} “${value}” was omitted.` : `${title} “${value}” was read as ${readAs}.`;

/** Validated row: the employee, or the error with the original cells. */
export const validatedRow = z.object({
  line: z.int(),
  cells: z.record(z.string(), z.string()),
  reason: z.string(),
  /** Kind of the reason; 'invalid' by default. */
  code: z.enum(refusalCodes).optional(),
  employee: validEmployee.nullable(),
  /** Optional cells that were omitted (`readAs` is '') or shortened. */
  leftOut: z.array(leftOutCell).optional(),
  /** The departure that the row states; an employee of the row leaves on a later day. */
  departure: departure.optional(),
});
export type ValidatedRow = z.output<typeof validatedRow>;

/** Returns the error of a well-formed birth date. */
export const birthDateError = (date: string | undefined, today: CalendarDate): string | undefined =>
  date !== undefined && (date > today || date < '1900-01-01')
    ? withExpectedFormat('Date of Birth is not valid.', 'dateOfBirth')
    : undefined;

/** Appends the expected format to a plain "is not valid" message. */
const withExpectedFormat = (message: string, field: unknown): string =>
  message.endsWith(' is not valid.') && Object.hasOwn(expectedFormats, String(field))
    ? `${message} ${expectedFormats[field as keyof typeof expectedFormats]}`
    : message;

const optionalFields = ['phone', 'dateOfBirth', ...detailFields] as const;
type OptionalField = (typeof optionalFields)[number];

/** Returns the optional cells of a row; those that are not understood are omitted. */
function readOptional(fields: EmployeeRow['fields'], today: CalendarDate, order: ReadOrder) {
  const normalized: Partial<Record<OptionalField, string>> = {
    ...normalizeDetails(fields),
    phone: rosterRow.shape.phone.safeParse(fields.phone).success ? fields.phone : readablePhone(fields.phone),
    dateOfBirth: isoDate(fields.dateOfBirth, order),
  };
  const leftOut: LeftOutCell[] = [];
  const entries = optionalFields.flatMap((field) => {
    const value = (fields[field] ?? '').trim();
    const sent = normalized[field] ?? '';
    const read = rosterRow.shape[field].safeParse(isPlaceholder(sent) ? '' : sent);
    const isRead =
      read.success && !(field === 'dateOfBirth' && birthDateError(read.data, today) !== undefined);
    const result = isRead ? read.data : undefined;
    const hasLostDigits =
      result !== undefined && digitsOf(result).length < digitsOf(value).length && field === 'phone';
    if (value !== '' && (result === undefined || hasLostDigits))
      leftOut.push({ title: titleOf(field), value: value.slice(0, 60), readAs: result ?? '' });
    return result === undefined ? [] : [[field, result]];
  });
  return { values: Object.fromEntries(entries) as z.output<typeof optionalValues>, leftOut };
}

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '').replace(/^(?:00|011)(?=1?\d{10})/, '');
const titleOf = (field: OptionalField): string => ({ ...employeeColumns, ...detailColumns })[field].title;

/** Returns cells in one line: people break lines within addresses and names. */
const inOneLine = (fields: EmployeeRow['fields']): EmployeeRow['fields'] =>
  Object.fromEntries(
    Object.entries(fields).map(([field, text]) => [field, text.replaceAll(/\s*[\r\n]+\s*/g, ' ').trim()]),
  ) as EmployeeRow['fields'];

function validateRow(row: EmployeeRow, today: CalendarDate, order: ReadOrder): ValidatedRow {
  const { line } = row;
  const fields = inOneLine(row.fields);
  const cells = {
    ...Object.fromEntries(
      employeeFields.map((field) => [employeeColumns[field].title, showDateIn(fields[field].slice(0, 400))]),
    ),
    ...nonblankDetails(fields),
  };
  const read = requiredValues.safeParse({ ...fields, email: visibleEmail(fields.email) });
  if (!read.success) {
    const reasons = read.error.issues.map(({ message, path }) => withExpectedFormat(message, path[0]));
    return { line, cells, reason: reasons.join(' '), employee: null };
  }
  const { values, leftOut } = readOptional(fields, today, order);
  const { phone = null, dateOfBirth = null, ...details } = values;
  const employee = { ...read.data, ...details, phone, dateOfBirth };
  return { line, cells, reason: '', employee, ...(leftOut.length > 0 && { leftOut }) };
}

/**
 * Validates each row individually and against the rows above: an email may occur only once in a file, regardless of
 * case (spec 2 §5). Rows of people who left are not added and do not count as duplicates. Existing data is checked
 * later, when the row is added.
 */
export function validateEmployeeRows(
  rows: readonly EmployeeRow[],
  today: CalendarDate,
  order: ReadOrder = 'mdy',
  departures: ReadonlyMap<number, Departure> = new Map(),
): ValidatedRow[] {
  const firstLine = new Map<string, number>();
  return rows.map((row) => {
    const validated = validateRow(row, today, order);
    const leaving = departures.get(row.line);
    if (leaving && leaving.kind !== 'later')
      return { ...validated, employee: null, reason: leaving.text, departure: leaving };
    if (!validated.employee) return validated;
    const address = validated.employee.email.toLowerCase();
    const above = firstLine.get(address);
    if (above === undefined) {
      firstLine.set(address, row.line);
      return leaving ? { ...validated, departure: leaving } : validated;
    }
    const reason = `This email is in the file more than once, first in line ${above}.`;
    return { ...validated, employee: null, reason, code: 'conflict' };
  });
}

/** A partner's number of memberships, how many are in use, and emails (lowercase) of its members. */
export interface RosterCapacity {
  allowed: number;
  used: number;
  emails: ReadonlySet<string>;
}

/** Returns why a member cannot be added after `added` others of the same file; undefined if nothing prevents it. */
export function additionRefusal(
  address: string,
  { allowed, used, emails }: RosterCapacity,
  added = 0,
): Refusal | undefined {
  if (emails.has(address.toLowerCase()))
    return new Refusal('conflict', 'This email has already been uploaded.', 'email');
  return used + added >= allowed ? new Refusal('invalid', noMembershipLeft(allowed)) : undefined;
}

/** Returns why a validated row adds no member. */
export const rowRefusal = (
  { employee, reason, code = 'invalid' }: Pick<ValidatedRow, 'employee' | 'reason' | 'code'>,
  capacity: RosterCapacity,
  added: number,
): Refusal | undefined =>
  employee ? additionRefusal(employee.email, capacity, added) : new Refusal(code, reason);

export const noMembershipLeft = (memberships: number): string =>
  `There are more recipients than memberships: all ${memberships.toLocaleString('en-US')} are in use.`;
