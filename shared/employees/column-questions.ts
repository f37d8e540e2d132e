import * as z from 'zod';
import { employeeColumns, employeeFields } from './employee-rows.ts';
import { detailColumns, detailFields } from './roster-details.ts';

/** Columns of an employees file by field. */
export const fileColumns = { ...employeeColumns, ...detailColumns };
export const fileFields = [...employeeFields, ...detailFields] as const;
export type FileField = (typeof fileFields)[number];

export const isRequired = (field: FileField): boolean => !('optional' in fileColumns[field]);

/** Longest column title that is stored. */
export const longestTitle = 200;

/** A column with first and last names, which are split for each row. */
const fullName = 'fullName';
export const mappedFields = [...fileFields, fullName] as const;
export type MappedField = (typeof mappedFields)[number];

export const titleOfField = (field: MappedField): string =>
  field === fullName ? 'Full Name' : fileColumns[field].title;

/** Manually selected column titles by field; '' means that the field has no column. */
export const columnMapping = z.partialRecord(z.enum(mappedFields), z.string().trim().max(longestTitle));
export type ColumnMapping = z.output<typeof columnMapping>;

/** Unused column that may be a field. */
export interface ColumnQuestion {
  title: string;
  field: FileField;
}

interface FileTitles {
  header: readonly string[];
  /** Field of each column in use. */
  columns: readonly { field: FileField; match: string | undefined }[];
  /** Titles that the user marked as ignored. */
  ignored: readonly string[];
  valuesOf: (title: string) => readonly string[];
}

const words = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

const namesOf = (field: FileField): string[] => {
  const { title, aliases = [] } = fileColumns[field] as { title: string; aliases?: readonly string[] };
  return [title, ...aliases].map(words);
};

const forms: Partial<Record<FileField, RegExp>> = {
  dateOfBirth: /^(\d{4}-\d\d?-\d\d?|\d{1,2}[/.-]\d{1,2}[/.-]\d{4})$/,
  phone: /^\+?(?:[ ().-]*\d){10,15}$/,
};

// a single odd value is not significant, and few values prove nothing
const leastValues = 3;
const leastShare = 0.8;

function looksLike(field: FileField, values: readonly string[]): boolean {
  const nonEmpty = values.map((value) => value.trim()).filter((value) => value !== '');
  const form = forms[field];
  if (!form || nonEmpty.length < leastValues) return false;
  return nonEmpty.filter((value) => form.test(value)).length >= nonEmpty.length * leastShare;
}

/** Returns the unused columns, except those that the user marked as ignored. */
export const unusedTitles = ({ header, columns, ignored }: Omit<FileTitles, 'valuesOf'>): string[] => {
  const settled = new Set(ignored.map(words));
  const used = new Set(columns.map(({ match }) => match));
  return header.filter((title) => !used.has(title) && !settled.has(words(title)));
};

/** Returns the unused columns whose title or values resemble a field without a column. */
export function columnQuestions({ valuesOf, ...titles }: FileTitles): ColumnQuestion[] {
  const open = fileFields.filter((field) =>
    titles.columns.some((column) => column.field === field && column.match === undefined),
  );
  return unusedTitles(titles).flatMap((title) => {
    const field =
      open.find((candidate) => namesOf(candidate).some((name) => words(title).includes(name))) ??
      open.find((candidate) => looksLike(candidate, valuesOf(title)));
    return field ? [{ title, field }] : [];
  });
}
