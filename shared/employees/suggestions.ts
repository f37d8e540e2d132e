import { fileColumns, fileFields, type FileField } from './column-questions.ts';
import { employeeColumns, type EmployeeField } from './employee-rows.ts';

/** Likely corrections of a refused row. */
export const suggestionKinds = ['swapped', 'domain', 'date'] as const;
export type SuggestionKind = (typeof suggestionKinds)[number];

export interface Suggestion {
  kind: SuggestionKind;
  /** Corrected texts by field. */
  fields: Partial<Record<EmployeeField, string>>;
  /** Description of the change. */
  text: string;
}

export const suggestionTitles: Record<SuggestionKind, string> = {
  swapped: 'Swap name and email',
  domain: 'Correct the email domain',
  date: 'Reorder the date',
};

type Fields = Record<EmployeeField, string>;

const commonDomains = [
  'gmail.com',
  'yahoo.com',
  'outlook.com',
  'hotmail.com',
  'icloud.com',
  'aol.com',
  'live.com',
  'msn.com',
  'comcast.net',
];

const emailForm = /^[^\s@,;]+@[^\s@,;]+\.[a-z]{2,}$/i;

/** Returns true if the texts differ by one inserted, deleted, replaced, or transposed letter. */
export function differsByLetter(left: string, other: string): boolean {
  if (left === other || Math.abs(left.length - other.length) > 1) return false;
  let start = 0;
  while (start < left.length && left[start] === other[start]) start += 1;
  const [a, b] = [left.slice(start), other.slice(start)];
  return (
    a.slice(1) === b.slice(1) ||
    a.slice(1) === b ||
    a === b.slice(1) ||
    (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  );
}

/** Suggests the only domain that is one letter off, among common domains and the file's other domains. */
function withDomain({ email }: Fields, domains: readonly string[]): Suggestion | undefined {
  const [, name, input] = /^\s*([^\s@,;]+)@(\S+)\s*$/.exec(email) ?? [];
  if (!name || !input) return undefined;
  const near = [...new Set([...domains, ...commonDomains])].filter((domain) =>
    differsByLetter(input.toLowerCase(), domain),
  );
  const [domain, another] = near;
  if (!domain || another) return undefined;
  const corrected = `${name}@${domain}`;
  return {
    kind: 'domain',
    fields: { email: corrected },
    text: `${employeeColumns.email.title}: ${corrected}`,
  };
}

/** Suggests swapping name and email. */
function swapped(fields: Fields): Suggestion | undefined {
  if (emailForm.test(fields.email) || fields.email === '') return undefined;
  for (const field of ['firstName', 'lastName'] as const)
    if (emailForm.test(fields[field]))
      return {
        kind: 'swapped',
        fields: { [field]: fields.email, email: fields[field] },
        text: `${employeeColumns[field].title}: ${fields.email}, ${employeeColumns.email.title}: ${fields[field]}`,
      };
  return undefined;
}

/** Reorders an unambiguous date with the day or year first as MM/DD/YYYY. */
function ordered({ dateOfBirth }: Fields): Suggestion | undefined {
  const parts = /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})$/.exec(dateOfBirth.trim());
  if (!parts) return undefined;
  const [first = 0, second = 0, third = 0] = parts.slice(1).map(Number);
  const [year, month, day] = first > 31 ? [first, second, third] : [third, second, first];
  if (year < 1900 || year > 2100 || month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  // ambiguous: both readings are valid dates
  if (first <= 12 && second <= 12) return undefined;
  const two = (number: number) => String(number).padStart(2, '0');
  const corrected = `${two(month)}/${two(day)}/${year}`;
  return {
    kind: 'date',
    fields: { dateOfBirth: corrected },
    text: `${employeeColumns.dateOfBirth.title}: ${corrected}`,
  };
}

/** Returns a likely correction of a refused row. `domains` are those of the file's valid emails, in lower case. */
export function suggestionFor(
  fields: Fields,
  reason: string,
  domains: readonly string[] = [],
): Suggestion | undefined {
  if (reason.includes('Email is not valid')) return swapped(fields) ?? withDomain(fields, domains);
  return reason.includes('Date of Birth is not valid') ? ordered(fields) : undefined;
}

/** Returns the fields that the reason of a refused row is about; its sentences begin with their titles. */
export function wrongFieldsOf(reason: string): FileField[] {
  if (reason.startsWith('This email ')) return ['email'];
  const sentences = reason.split(/(?<=\.) /);
  return fileFields.filter((field) =>
    sentences.some((text) => text.startsWith(`${fileColumns[field].title} `)),
  );
}
