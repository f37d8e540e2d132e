import * as z from 'zod';
import { showDateIn, type CalendarDate } from '../calendar.ts';
import { membershipTypes } from '../members/member.ts';
import { calendarDate, email, phone, text } from '../fields.ts';
import { isoDate, type DateOrder } from './files/date-order.ts';
import {
  detailForms,
  type DetailField,
  plainDetails,
  rosterDetails,
  typedDetails,
} from './roster-details.ts';

/** The columns of an employees file: the title we write, and other titles people use (spec 2 §2). */
export const employeeColumns = {
  firstName: { title: 'First Name', aliases: ['First', 'Given Name', 'Forename'] },
  lastName: { title: 'Last Name', aliases: ['Last', 'Surname', 'Family Name'] },
  email: { title: 'Email', aliases: ['E-mail', 'Email Address', 'E-mail Address', 'Mail'] },
  phone: { title: 'Phone', aliases: ['Phone Number', 'Telephone', 'Mobile', 'Cell'], optional: true },
  dateOfBirth: { title: 'Date of Birth', aliases: ['DOB', 'Birth Date', 'Birthday'], optional: true },
} as const;
export type EmployeeField = keyof typeof employeeColumns;
export const employeeFields = Object.keys(employeeColumns) as EmployeeField[];

/** A row of the file as it was read: a text for every column, '' where the cell is blank. */
export interface EmployeeRow {
  line: number;
  fields: Record<EmployeeField, string> & Partial<Record<DetailField, string>>;
}

const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';
const dates = new RegExp(
  `^(?:\\d{4}-\\d\\d?-\\d\\d?(?:T.*)?|\\d{1,2}[- ]${month}[- ,]+\\d{2,4}|${month} \\d{1,2},? \\d{4})$`,
  'i',
);

/** A name has a letter, and is no date: a column of birthdays under the title of a name is told so. */
const isName = (value: string): boolean => /\p{L}/u.test(value) && !dates.test(value);

const name = (label: string) => text(label, { max: 50 }).refine(isName, `${label} is not valid.`);

/** The form that is wanted where a cell is not valid. */
const wantedForm: Record<EmployeeField | DetailField, string> = {
  ...detailForms,
  firstName: 'Write a name with letters.',
  lastName: 'Write a name with letters.',
  email: 'Write it as name@example.com.',
  phone: 'Write it as (612) 555-0100.',
  dateOfBirth: 'Write it as MM/DD/YYYY, in the past.',
};

/** One employee, as a row of the file or as typed by hand. */
export const employeeForm = z.object({
  firstName: name('First Name'),
  lastName: name('Last Name'),
  email: email('Email'),
  phone: phone('Phone', { required: false }),
  dateOfBirth: calendarDate('Date of Birth', { required: false }),
});

const rosterRow = employeeForm.extend(rosterDetails.shape);

/** A person of the file who can be added. */
export const validEmployee = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  dateOfBirth: z.string().nullable(),
  middleInitial: z.string().optional(),
  address1: z.string().optional(),
  address2: z.string().optional(),
  city: z.string().optional(),
  state: z.string().optional(),
  zipCode: z.string().optional(),
  membershipType: z.enum(membershipTypes).optional(),
  employeeNumber: z.string().optional(),
});

/** A row with what came of reading it: a person, or the reason against it and the cells as they were. */
export const judgedRow = z.object({
  line: z.int(),
  cells: z.record(z.string(), z.string()),
  reason: z.string(),
  employee: validEmployee.nullable(),
});
export type ValidatedRow = z.output<typeof judgedRow>;

/** What is wrong with a birthday beyond its form. */
export const birthdayProblem = (date: string | undefined, today: CalendarDate): string | undefined =>
  date !== undefined && (date > today || date < '1900-01-01')
    ? withForm('Date of Birth is not valid.', 'dateOfBirth')
    : undefined;

/** A sentence that says no more than "is not valid" also says which form is. */
const withForm = (sentence: string, field: unknown): string =>
  sentence.endsWith(' is not valid.') && Object.hasOwn(wantedForm, String(field))
    ? `${sentence} ${wantedForm[field as keyof typeof wantedForm]}`
    : sentence;

function judge({ line, fields }: EmployeeRow, today: CalendarDate, order: DateOrder): ValidatedRow {
  const cells = {
    ...Object.fromEntries(
      employeeFields.map((field) => [employeeColumns[field].title, showDateIn(fields[field].slice(0, 400))]),
    ),
    ...typedDetails(fields),
  };
  const read = rosterRow.safeParse({
    ...fields,
    ...plainDetails(fields),
    dateOfBirth: isoDate(fields.dateOfBirth, order),
  });
  const wrong = read.success
    ? birthdayProblem(read.data.dateOfBirth, today)
    : read.error.issues.map(({ message, path }) => withForm(message, path[0])).join(' ');
  if (!read.success || wrong) return { line, cells, reason: wrong ?? '', employee: null };
  const { phone = null, dateOfBirth = null, ...named } = read.data;
  return { line, cells, reason: '', employee: { ...named, phone, dateOfBirth } };
}

/**
 * Judges every row by itself and against the rows above it: an address counts once in a file, whatever its case
 * (spec 2 §5). What the portal already knows is asked later, when the row is taken.
 */
export function validateEmployeeRows(
  rows: readonly EmployeeRow[],
  today: CalendarDate,
  order: DateOrder = 'mdy',
): ValidatedRow[] {
  const firstLine = new Map<string, number>();
  return rows.map((row) => {
    const judged = judge(row, today, order);
    if (!judged.employee) return judged;
    const address = judged.employee.email.toLowerCase();
    const above = firstLine.get(address);
    if (above === undefined) {
      firstLine.set(address, row.line);
      return judged;
    }
    const reason = `This email is in the file more than once, first in line ${above}.`;
    return { ...judged, employee: null, reason };
  });
}

export const alreadyUploaded = 'This email has already been uploaded.';

/** Says why a row finds no place any more. */
export const noMembershipLeft = (memberships: number): string =>
  `There are more recipients than memberships: all ${memberships.toLocaleString('en-US')} are in use.`;
