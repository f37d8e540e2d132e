import type { Sheet } from './choose-sheet.ts';
import { refuseFile } from './refuse-file.ts';

/**
 * A requested column: its title, alternative titles, titles in exports of other systems (the first match is used if no
 * other title matches), and whether it is optional.
 */
export interface TableColumn {
  title: string;
  aliases?: readonly string[];
  exported?: readonly string[];
  optional?: boolean;
}

/** A row by field; text is trimmed, '' for a blank cell or an absent optional column. */
export interface TableRow<Field extends string> {
  line: number;
  fields: Record<Field, string>;
}

/** Returns a title without case, accents, spaces, and punctuation: "E-mail *" matches "Email". */
export const plainTitle = (title: string) =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Titles selected by the user, by field; '' means no column. They take precedence. */
type ChosenTitles<Field extends string> = Partial<Record<Field, string | undefined>>;

/** The column of a field, and another candidate. */
interface MatchedColumn<Field extends string> {
  field: Field;
  match: string | undefined;
  another: string | undefined;
}

const fieldsOf = <Field extends string>(columns: Record<Field, TableColumn>) =>
  Object.entries<TableColumn>(columns) as [Field, TableColumn][];

/** Returns a predicate for the titles of these columns, including selected ones; it finds a header below other lines. */
export function titlesOf(
  columns: Readonly<Record<string, TableColumn>>,
  chosen: Readonly<Record<string, string | undefined>> = {},
): (text: string) => boolean {
  const named = Object.values(columns).flatMap(({ title, aliases = [], exported = [] }) => [
    title,
    ...aliases,
    ...exported,
  ]);
  const titles = new Set(
    [...named, ...Object.values(chosen)]
      .map((title) => plainTitle(title ?? ''))
      .filter((title) => title !== ''),
  );
  return (text) => titles.has(plainTitle(text));
}

/** Finds the columns of fields by title; a selected column belongs to no other field. */
export function findColumns<Field extends string>(
  header: readonly string[],
  columns: Record<Field, TableColumn>,
  chosen: ChosenTitles<NoInfer<Field>> = {},
): MatchedColumn<Field>[] {
  const byHand = (field: Field): string | undefined => {
    const title = chosen[field];
    return title && header.find((text) => plainTitle(text) === plainTitle(title));
  };
  const wanted = fieldsOf(columns);
  const mapped = new Set(wanted.map(([field]) => byHand(field)));
  return wanted.map(([field, { title, aliases = [], exported = [] }]) => {
    const match = byHand(field);
    if (match || chosen[field] === '') return { field, match: match || undefined, another: undefined };
    const names = new Set([title, ...aliases].map(plainTitle));
    const [first, another] = header.filter((text) => names.has(plainTitle(text)) && !mapped.has(text));
    const fromExport = exported
      .map((name) => header.find((text) => plainTitle(text) === plainTitle(name) && !mapped.has(text)))
      .find((text) => text !== undefined);
    return { field, match: first ?? fromExport, another };
  });
}

/** Returns the error of a missing or ambiguous column; '' if there is none. */
export function columnError<Field extends string>(
  matched: readonly MatchedColumn<Field>[],
  columns: Record<Field, TableColumn>,
): string {
  for (const { field, match, another } of matched) {
    const { title, optional = false } = columns[field];
    if (match !== undefined && another !== undefined)
      return `The columns "${match}" and "${another}" could both be "${title}". Remove one of them.`;
    if (match === undefined && !optional) {
      const required = fieldsOf(columns)
        .filter(([, column]) => !column.optional)
        .map(([, column]) => `"${column.title}"`);
      return `The column "${title}" is missing. The first line must contain ${required.join(', ')}.`;
    }
  }
  return '';
}

/**
 * Maps a sheet's columns to fields by title. Omits other columns and rows with text in those only.
 *
 * Throws 'invalid' at 'file' for a missing required column and for two candidates.
 */
export function readTable<Field extends string>(
  sheet: Pick<Sheet, 'header' | 'rows'>,
  columns: Record<Field, TableColumn>,
  chosen: ChosenTitles<NoInfer<Field>> = {},
): TableRow<Field>[] {
  const matched = findColumns(sheet.header, columns, chosen);
  const error = columnError(matched, columns);
  if (error) refuseFile(error);
  return sheet.rows
    .map(({ line, cells }) => ({
      line,
      fields: Object.fromEntries(
        matched.map(({ field, match }) => [field, match === undefined ? '' : (cells[match] ?? '').trim()]),
      ) as Record<Field, string>,
    }))
    .filter(({ fields }) => Object.values(fields).some((text) => text !== ''));
}
