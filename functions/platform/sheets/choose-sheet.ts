import { Refusal } from '../../../shared/refusal.ts';
import type { Sheet } from './read-sheet.ts';
import type { SheetLine } from './read-worksheet.ts';

/** Which titles tell a header from a line above it, and which of several sheets is meant. */
export interface SheetSearch {
  isTitle: (text: string) => boolean;
  /** How many of them a header has at least. */
  fewest: number;
  /** The name of the sheet that was chosen by hand. */
  sheet?: string | undefined;
}

/** A table with the name of its sheet, '' of a text file, and of all sheets that have the titles looked for. */
export interface FoundSheet extends Sheet {
  name: string;
  alike: string[];
  /** Lines of the table that the workbook hides; they are read as well. */
  hiddenLines: number[];
  /** Names of hidden sheets; they are not read. */
  hiddenSheets: string[];
}

/** A sheet whose lines with text are read when they are asked for. */
export interface RawSheet {
  name: string;
  lines: () => Promise<SheetLine[]>;
}

interface ChosenSheet extends Pick<FoundSheet, 'name' | 'alike'> {
  /** From the header on. */
  lines: SheetLine[];
}

/** A header is not looked for further down than this many lines with text. */
const linesLookedAt = 20;
/** A workbook with more sheets is no roster; the others are not read. */
const sheetsLookedAt = 10;

/** The place of the line that has the most of the titles looked for; undefined where none has enough. */
function headerPlace(lines: readonly SheetLine[], { isTitle, fewest }: SheetSearch): number | undefined {
  const counts = lines
    .slice(0, linesLookedAt)
    .map(({ texts }) => new Set([...texts.values()].filter(isTitle)).size);
  const most = Math.max(0, ...counts);
  return most >= fewest ? counts.indexOf(most) : undefined;
}

/** A sheet behind the first that cannot be read has nothing to say about the first. */
const linesOrNone = (sheet: RawSheet): Promise<SheetLine[]> =>
  sheet.lines().catch((error: unknown) => {
    if (error instanceof Refusal) return [];
    throw error;
  });

/**
 * The sheet that is meant: the one chosen by hand, else the first that has a header. Where no line is known as a header,
 * it is the first line of the first sheet that is as wide as one, else the first line of all.
 */
export async function chooseSheet(sheets: readonly RawSheet[], search: SheetSearch): Promise<ChosenSheet> {
  const [first, ...others] = sheets;
  const firstLines = (await first?.lines()) ?? [];
  const whole = { name: first?.name ?? '', lines: firstLines, alike: [first?.name ?? ''] };
  const read = [
    { name: whole.name, lines: firstLines },
    ...(await Promise.all(
      others
        .slice(0, sheetsLookedAt - 1)
        .map(async (sheet) => ({ name: sheet.name, lines: await linesOrNone(sheet) })),
    )),
  ];
  const withHeader = read.flatMap(({ name, lines }) => {
    const place = headerPlace(lines, search);
    return place === undefined ? [] : [{ name, lines: lines.slice(place) }];
  });
  const chosen = withHeader.find(({ name }) => name === search.sheet) ?? withHeader[0];
  if (chosen) return { ...chosen, alike: withHeader.map(({ name }) => name) };
  const place = firstLines.slice(0, linesLookedAt).findIndex(({ texts }) => texts.size > search.fewest);
  return place > 0 ? { ...whole, lines: firstLines.slice(place) } : whole;
}
