/**
 * Legal texts as data. Paragraphs may contain `**strong**` and `[a link](target)`; the target is an address, `#anchor`,
 * `mailto:`, `tel:`, or the name of an action of the page: `cookie-settings`, `agent-form`.
 */
export type Block =
  | string
  | { list: readonly string[] }
  | { terms: readonly (readonly [term: string, meaning: string])[] }
  | { table: LegalTable }
  | { note: string }
  | { address: readonly string[] };

export interface LegalTable {
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

export interface LegalSection {
  anchor: string;
  heading: string;
  blocks: readonly Block[];
  parts?: readonly LegalSection[];
}

export interface LegalText {
  name: string;
  /** YYYY-MM-DD */
  effective: string;
  updated: string;
  introduction: readonly Block[];
  sections: readonly LegalSection[];
  /** Numbers the sections from 1, in the text and in the table of contents. */
  numbered?: boolean;
  /** An earlier version, kept for reference. */
  archived?: boolean;
  dates?: 'bottom';
}

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** '2024-03-14' → 'March 14, 2024'. */
export const showLongDate = (date: string): string => longDate.format(new Date(`${date}T00:00:00Z`));
