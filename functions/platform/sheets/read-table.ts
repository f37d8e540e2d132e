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

/**
 * Maps a sheet's columns to fields by their titles. Columns nobody asked for are left out, as are rows that
 * have text in those alone.
 *
 * Refuses ('invalid', field 'file') a required column that is missing, by its name, and two columns that
 * could both be meant.
 */
export function readTable<Field extends string>(
  sheet: Sheet,
  columns: Record<Field, TableColumn>,
): TableRow<Field>[] {
  const wanted = Object.entries<TableColumn>(columns) as [Field, TableColumn][];
  const found = wanted.map(([field, { title, aliases = [], optional = false }]) => {
    const names = new Set([title, ...aliases].map(plainTitle));
    const [match, another] = sheet.header.filter((header) => names.has(plainTitle(header)));
    if (match !== undefined && another !== undefined) {
      refuseFile(`The columns "${match}" and "${another}" could both be "${title}". Keep one of them.`);
    }
    if (match === undefined && !optional) {
      const required = wanted
        .filter(([, column]) => !column.optional)
        .map(([, column]) => `"${column.title}"`);
      refuseFile(`The column "${title}" is missing. The first line must name ${required.join(', ')}.`);
    }
    return { field, match };
  });
  return sheet.rows
    .map(({ line, cells }) => ({
      line,
      fields: Object.fromEntries(
        found.map(({ field, match }) => [field, match === undefined ? '' : (cells[match] ?? '').trim()]),
      ) as Record<Field, string>,
    }))
    .filter(({ fields }) => Object.values(fields).some((text) => text !== ''));
}
