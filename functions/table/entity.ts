import type * as z from 'zod';
import type { Key } from './keys.ts';
import type { AnySchema } from '../../shared/schema.ts';
import { withoutMarks } from '../../shared/transliterate.ts';

/** `version` counts changes from 1; a write states the version that it read. */
export interface Versioned {
  version: number;
}

type SortValue = string | number | null | undefined;

declare const inColumnOrder: unique symbol;
/** The sort values of a list item in the order of its columns; only `sortsBy` creates them. */
export type Sorts = readonly SortValue[] & { readonly [inColumnOrder]: true };

/**
 * Returns sort values in the order of the list's columns. A column's position is its index of the table, so a tuple of
 * columns keeps its order permanently (test/table/list-columns.test.ts).
 */
export const sortsBy = <Column extends string>(
  columns: readonly Column[],
  values: Readonly<Record<Column, SortValue>>,
): Sorts => columns.map((column) => values[column]) as unknown as Sorts;

/** A record's list, its sort values, and its search texts. */
export interface ListEntry {
  list: string;
  sorts: Sorts;
  /**
   * Texts found by the search box from any of their words, up to 250 characters of a text and 45 search entries of a
   * record in all of its lists; `change` rejects more with 'invalid' (search-text.ts).
   */
  words?: readonly (string | null | undefined)[];
}

/** An additional item for one more list; the record's own item is in one list only (`inList`). */
export interface ListItem extends ListEntry {
  key: Key;
  /** Data displayed in the list, so that a page needs no further read. */
  row: Record<string, unknown>;
}

export interface Entity<Schema extends AnySchema = AnySchema> {
  name: string;
  schema: Schema;
  key: (record: z.output<Schema>) => Key;
  /** Returns null if the record is in no list. */
  inList?: (record: z.output<Schema>) => ListEntry | null;
  /** Additional lists, each with an item written with the record. */
  alsoInLists?: (record: z.output<Schema>) => ListItem[];
  /** Names that are unique in the table, such as an email address. */
  unique?: (record: z.output<Schema>) => { kind: string; value: string }[];
}

/** Declares an entity: its schema, key, and list. */
export const entity = <Schema extends AnySchema>(declaration: Entity<Schema>): Entity<Schema> => declaration;

/** Returns text for sorting: lowercase, without accents, single spaces. */
export const normalized = (text: string): string =>
  withoutMarks(text).toLowerCase().replaceAll(/\s+/g, ' ').trim().slice(0, 80);

/** Returns the sort text of a value; empty values sort last, numbers by size. */
export function sortText(value: string | number | null | undefined, id: string): string {
  if (value === null || value === undefined || value === '') return `~#${id}`;
  const text = typeof value === 'number' ? sortableNumber(value) : normalized(value);
  return `${text} #${id}`;
}

/** Returns text that sorts like the whole number: twenty digits, negative numbers first. */
const sortableNumber = (value: number): string =>
  value < 0
    ? `-${String(Number.MAX_SAFE_INTEGER + value).padStart(20, '0')}`
    : `0${String(value).padStart(20, '0')}`;
