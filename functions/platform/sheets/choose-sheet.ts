import { Refusal } from '../../../shared/refusal.ts';
import type { SheetLine } from './read-worksheet.ts';

/** An uploaded table. Every row has text for every titled column, '' for a blank cell. */
export interface Sheet {
  header: string[];
  /** line number displayed to the user */
  rows: { line: number; cells: Record<string, string> }[];
}

/** Titles that identify a header and the intended sheet. */
export interface SheetSearch {
  isTitle: (text: string) => boolean;
  /** Minimum number of known titles in a header. */
  fewest: number;
  /** Name of a sheet selected by the user. */
  sheet?: string | undefined;
  /** Names of sheets that are read only if no other sheet has a header, such as those of former employees. */
  isOther?: (name: string) => boolean;
  /** Whether a column with text and without a title is read, as "Column D". */
  readsUntitled?: boolean;
  /** Predicate for the lines outside of the table, such as numbers that must not be stored. */
  isNotable?: (line: string) => boolean;
}

/** A table with its sheet name ('' for a text file) and the names of all candidate sheets. */
export interface SheetWithHeader extends Sheet {
  name: string;
  alike: string[];
  /** Line of the titles. */
  headerLine: number;
  /** Hidden lines of the table; they are read as well. */
  hiddenLines: number[];
  /** Names of hidden sheets; they are not read. */
  hiddenSheets: string[];
  /** Whether a line above the table, or on another sheet, is notable. */
  hasNotable: boolean;
}

/** A sheet with lines that are read on demand. */
export interface RawSheet {
  name: string;
  lines: () => Promise<SheetLine[]>;
}

interface ChosenSheet extends Pick<SheetWithHeader, 'name' | 'alike' | 'hasNotable'> {
  /** Lines from the header. */
  lines: SheetLine[];
}

/** Maximum lines with text in which a header is searched. */
const maxHeaderLines = 20;
/** Maximum sheets that are read. */
const maxSheets = 10;

/** Returns the index of the line with the most known titles; undefined if none has enough. */
function headerIndex(lines: readonly SheetLine[], { isTitle, fewest }: SheetSearch): number | undefined {
  const counts = lines
    .slice(0, maxHeaderLines)
    .map(({ texts }) => new Set([...texts.values()].filter(isTitle)).size);
  const most = Math.max(0, ...counts);
  return most >= fewest ? counts.indexOf(most) : undefined;
}

/** Returns the text of a line: a label can be in another cell than its value. */
export const textOf = ({ texts }: SheetLine): string => [...texts.values()].join(' ');

/** Ignores errors in sheets after the first one. */
export const linesOrNone = (sheet: RawSheet): Promise<SheetLine[]> =>
  sheet.lines().catch((error: unknown) => {
    if (error instanceof Refusal) return [];
    throw error;
  });

/**
 * Returns the intended sheet: the selected one, otherwise the first one with a header and a name of no other people. If no
 * line is a known header, the first line of the first sheet that is wide enough is used, otherwise the first line.
 */
export async function chooseSheet(sheets: readonly RawSheet[], search: SheetSearch): Promise<ChosenSheet> {
  const [first, ...others] = sheets;
  const firstLines = (await first?.lines()) ?? [];
  const read = [
    { name: first?.name ?? '', lines: firstLines },
    ...(await Promise.all(
      others
        .slice(0, maxSheets - 1)
        .map(async (sheet) => ({ name: sheet.name, lines: await linesOrNone(sheet) })),
    )),
  ];
  const withHeader = read.flatMap(({ name, lines }) => {
    const index = headerIndex(lines, search);
    return index === undefined ? [] : [{ name, lines: lines.slice(index) }];
  });
  const chosen =
    withHeader.find(({ name }) => name === search.sheet) ??
    withHeader.find(({ name }) => !search.isOther?.(name)) ??
    withHeader[0];
  const index = firstLines.slice(0, maxHeaderLines).findIndex(({ texts }) => texts.size > search.fewest);
  const { name, lines } = chosen ?? { name: first?.name ?? '', lines: firstLines.slice(Math.max(0, index)) };
  const table = new Set(lines);
  const outside = search.isNotable
    ? read.flatMap((sheet) => sheet.lines.filter((line) => !table.has(line)))
    : [];
  return {
    name,
    lines,
    alike: chosen ? withHeader.map((sheet) => sheet.name) : [name],
    hasNotable: outside.some((line) => search.isNotable?.(textOf(line))),
  };
}
