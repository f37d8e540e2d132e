import type * as z from 'zod';
import type { Key } from './keys.ts';
import type { AnySchema } from '../../shared/schema.ts';
import { withoutMarks } from '../../shared/transliterate.ts';

/** `version` counts changes from 1; a write states the version that it read. */
export interface Versioned {
  version: number;
}

/** A record's list, its value per sortable column, and its search texts. */
export interface ListEntry {
  list: string;
  /** Value by sortable column. The position determines the index, so columns keep their order permanently. */
  sorts: Record<string, string | number | null | undefined>;
  /** Texts found by the search box from any of their words (search-text.ts). */
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
