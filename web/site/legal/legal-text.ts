/**
 * Legal texts as data. Words inside a paragraph may carry `**strong**` and `[a link](target)`; the target is an
 * address, `#anchor`, `mailto:`, `tel:`, or the name of something the page does: `cookie-settings`, `agent-form`.
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
  /** One cell per column; the first names the row. */
  rows: readonly (readonly string[])[];
}

export interface LegalSection {
  /** The id in the address: `/privacy#your-choices`. */
  anchor: string;
  heading: string;
  blocks: readonly Block[];
  parts?: readonly LegalSection[];
}

export interface LegalText {
  name: string;
  /** YYYY-MM-DD */
  effective: string;
  /** YYYY-MM-DD */
  updated: string;
  introduction: readonly Block[];
  sections: readonly LegalSection[];
  /** Sections are counted from 1, in the text and in the table of contents. */
  numbered?: boolean;
  /** An earlier version, kept for reference: where the one in force is. */
  replacedBy?: { name: string; path: string };
  /** Where the two dates stand; below the title unless said otherwise. */
  dates?: 'bottom';
}
