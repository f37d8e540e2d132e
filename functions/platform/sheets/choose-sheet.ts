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
  /** Whether a column with text and without a title is read, as "Column D". */
  readsUntitled?: boolean;
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
}

/** A sheet with lines that are read on demand. */
export interface RawSheet {
  name: string;
  lines: () => Promise<SheetLine[]>;
}

interface ChosenSheet extends Pick<SheetWithHeader, 'name' | 'alike'> {
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

/** Ignores errors in sheets after the first one. */
const linesOrNone = (sheet: RawSheet): Promise<SheetLine[]> =>
  sheet.lines().catch((error: unknown) => {
    if (error instanceof Refusal) return [];
    throw error;
  });

/**
 * Returns the intended sheet: the selected one, otherwise the first one with a header. If no line is a known header, the
 * first line of the first sheet that is wide enough is used, otherwise the first line.
 */
export async function chooseSheet(sheets: readonly RawSheet[], search: SheetSearch): Promise<ChosenSheet> {
  const [first, ...others] = sheets;
  const firstLines = (await first?.lines()) ?? [];
  const whole = { name: first?.name ?? '', lines: firstLines, alike: [first?.name ?? ''] };
  const read = [
    { name: whole.name, lines: firstLines },
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
  const chosen = withHeader.find(({ name }) => name === search.sheet) ?? withHeader[0];
  if (chosen) return { ...chosen, alike: withHeader.map(({ name }) => name) };
  const index = firstLines.slice(0, maxHeaderLines).findIndex(({ texts }) => texts.size > search.fewest);
  return index > 0 ? { ...whole, lines: firstLines.slice(index) } : whole;
}
