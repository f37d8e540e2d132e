import type { Sheet } from './read-sheet.ts';
import { refuseFile } from './refuse-file.ts';

/** One column that a table is read for: its title, other titles people use, and whether it may be absent. */
export interface TableColumn {
  title: string;
  aliases?: readonly string[];
  optional?: boolean;
}

/** A row by field; texts are trimmed, '' where the cell is blank or an optional column is absent. */
export interface TableRow<Field extends string> {
  line: number;
  fields: Record<Field, string>;
}

/** Case, spaces and punctuation do not tell titles apart: "E-mail *" is "Email". */
export const plainTitle = (title: string) =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Titles chosen by hand, by field; '' says that no column is it. They come before what the titles say. */
type ChosenTitles<Field extends string> = Partial<Record<Field, string | undefined>>;

/** The column of a field, and another that could be meant as well. */
interface FoundColumn<Field extends string> {
  field: Field;
  match: string | undefined;
  another: string | undefined;
}

const fieldsOf = <Field extends string>(columns: Record<Field, TableColumn>) =>
  Object.entries<TableColumn>(columns) as [Field, TableColumn][];

/** Finds the columns of fields by their titles; one that was chosen for a field is nobody else's. */
export function findColumns<Field extends string>(
  header: readonly string[],
  columns: Record<Field, TableColumn>,
  chosen: ChosenTitles<Field> = {},
): FoundColumn<Field>[] {
  const byHand = (field: Field): string | undefined => {
    const title = chosen[field];
    return title && header.find((one) => plainTitle(one) === plainTitle(title));
  };
  const wanted = fieldsOf(columns);
  const taken = new Set(wanted.map(([field]) => byHand(field)));
  return wanted.map(([field, { title, aliases = [] }]) => {
    const match = byHand(field);
    if (match || chosen[field] === '') return { field, match: match || undefined, another: undefined };
    const names = new Set([title, ...aliases].map(plainTitle));
    const [first, another] = header.filter((one) => names.has(plainTitle(one)) && !taken.has(one));
    return { field, match: first, another };
  });
}

/** Why rows cannot be read from these columns: one that is missing, or two that could both be meant; '' otherwise. */
export function columnProblem<Field extends string>(
  found: readonly FoundColumn<Field>[],
  columns: Record<Field, TableColumn>,
): string {
  for (const { field, match, another } of found) {
    const { title, optional = false } = columns[field];
    if (match !== undefined && another !== undefined)
      return `The columns "${match}" and "${another}" could both be "${title}". Keep one of them.`;
    if (match === undefined && !optional) {
      const required = fieldsOf(columns)
        .filter(([, column]) => !column.optional)
        .map(([, column]) => `"${column.title}"`);
      return `The column "${title}" is missing. The first line must name ${required.join(', ')}.`;
    }
  }
  return '';
}

/**
 * Maps a sheet's columns to fields by their titles. Columns nobody asked for are left out, as are rows that
 * have text in those alone.
 *
 * Refuses ('invalid', field 'file') a required column that is missing, by its name, and two columns that
 * could both be meant.
 */
export function readTable<Field extends string>(
  sheet: Pick<Sheet, 'header' | 'rows'>,
  columns: Record<Field, TableColumn>,
  chosen: ChosenTitles<Field> = {},
): TableRow<Field>[] {
  const found = findColumns(sheet.header, columns, chosen);
  const problem = columnProblem(found, columns);
  if (problem) refuseFile(problem);
  return sheet.rows
    .map(({ line, cells }) => ({
      line,
      fields: Object.fromEntries(
        found.map(({ field, match }) => [field, match === undefined ? '' : (cells[match] ?? '').trim()]),
      ) as Record<Field, string>,
    }))
    .filter(({ fields }) => Object.values(fields).some((text) => text !== ''));
}
