import { employeeColumns, type EmployeeField } from './employee-rows.ts';

/** What can likely be mended in a refused row, by what is wrong with it. */
export const suggestionKinds = ['swapped', 'domain', 'date'] as const;
export type SuggestionKind = (typeof suggestionKinds)[number];

export interface Suggestion {
  kind: SuggestionKind;
  /** The fields that would change, and their new texts. */
  fields: Partial<Record<EmployeeField, string>>;
  /** What would change, in words. */
  text: string;
}

export const suggestionTitles: Record<SuggestionKind, string> = {
  swapped: 'Swap name and email',
  domain: 'Correct the email domain',
  date: 'Put the date in order',
};

type Fields = Record<EmployeeField, string>;

const usualDomains = [
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

/** True when one letter more, fewer, other, or two neighbors in turn make one text the other. */
export function isOneLetterOff(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [a, b] = [one.slice(start), other.slice(start)];
  return (
    a.slice(1) === b.slice(1) ||
    a.slice(1) === b ||
    a === b.slice(1) ||
    (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  );
}

/** The email under the one domain that is a letter off; of the usual domains and those that others in the file have. */
function withDomain({ email }: Fields, domains: readonly string[]): Suggestion | undefined {
  const [, name, typed] = /^\s*([^\s@,;]+)@(\S+)\s*$/.exec(email) ?? [];
  if (!name || !typed) return undefined;
  const near = [...new Set([...domains, ...usualDomains])].filter((domain) =>
    isOneLetterOff(typed.toLowerCase(), domain),
  );
  const [domain, another] = near;
  if (!domain || another) return undefined;
  const mended = `${name}@${domain}`;
  return { kind: 'domain', fields: { email: mended }, text: `${employeeColumns.email.title}: ${mended}` };
}

/** Name and email that are in each other's columns. */
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

/** A date with the day first, or the year first, as MM/DD/YYYY; only where it can be read in one way. */
function ordered({ dateOfBirth }: Fields): Suggestion | undefined {
  const parts = /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})$/.exec(dateOfBirth.trim());
  if (!parts) return undefined;
  const [first = 0, second = 0, third = 0] = parts.slice(1).map(Number);
  const [year, month, day] = first > 31 ? [first, second, third] : [third, second, first];
  if (year < 1900 || year > 2100 || month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  // the day first, and a month that could be one as well: both readings are dates
  if (first <= 12 && second <= 12) return undefined;
  const two = (number: number) => String(number).padStart(2, '0');
  const mended = `${two(month)}/${two(day)}/${year}`;
  return {
    kind: 'date',
    fields: { dateOfBirth: mended },
    text: `${employeeColumns.dateOfBirth.title}: ${mended}`,
  };
}

/**
 * What likely was meant in a row that was refused for a reason; undefined where nothing is likely. `domains` are those
 * that the file's good addresses have, in small letters.
 */
export function suggestionFor(
  fields: Fields,
  reason: string,
  domains: readonly string[] = [],
): Suggestion | undefined {
  if (reason.includes('Email is not valid')) return swapped(fields) ?? withDomain(fields, domains);
  return reason.includes('Date of Birth is not valid') ? ordered(fields) : undefined;
}
