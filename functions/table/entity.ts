import type * as z from 'zod';
import type { Key } from './keys.ts';
import type { AnySchema } from '../../shared/schema.ts';
import { withoutMarks } from '../../shared/transliterate.ts';

/** What every record has: `version` counts its changes from 1, and a write states the version that it saw. */
export interface Versioned {
  version: number;
}

/** How a record is in a list: which one, one text per sortable column, and the words it is found by. */
export interface ListEntry {
  list: string;
  /** Sortable column → its value; order gives the index, so a list's columns keep their order for ever. */
  sorts: Record<string, string | number | null | undefined>;
  /** Texts that the search box looks in, each from any of its words on (search-text.ts). */
  words?: readonly (string | null | undefined)[];
}

/** An item of its own for one more list: a record's own item is in one list only (`inList`). */
export interface ListItem extends ListEntry {
  key: Key;
  /** What the list shows of the record, so that a page needs no further read. */
  row: Record<string, unknown>;
}

export interface Entity<Schema extends AnySchema = AnySchema> {
  name: string;
  schema: Schema;
  key: (record: z.output<Schema>) => Key;
  /** Null when the record is in no list (any more). */
  inList?: (record: z.output<Schema>) => ListEntry | null;
  /** Further lists that the record is in, each by an item that is written with the record. */
  alsoInLists?: (record: z.output<Schema>) => ListItem[];
  /** Names that only one record may hold, such as an e-mail address. */
  unique?: (record: z.output<Schema>) => { kind: string; value: string }[];
}

/** Declares a kind of record: its shape, its key, and the list it is in. */
export const entity = <Schema extends AnySchema>(declaration: Entity<Schema>): Entity<Schema> => declaration;

/** Lower case, no accents, single spaces: what sorting compares. */
export const normalized = (text: string): string =>
  withoutMarks(text).toLowerCase().replaceAll(/\s+/g, ' ').trim().slice(0, 80);

/** Empty values sort after all others; numbers sort by size. */
export function sortText(value: string | number | null | undefined, id: string): string {
  if (value === null || value === undefined || value === '') return `~#${id}`;
  const text = typeof value === 'number' ? sortableNumber(value) : normalized(value);
  return `${text} #${id}`;
}

/** Text whose order is the number's: twenty digits, negatives below. Whole numbers only. */
const sortableNumber = (value: number): string =>
  value < 0
    ? `-${String(Number.MAX_SAFE_INTEGER + value).padStart(20, '0')}`
    : `0${String(value).padStart(20, '0')}`;
