import {
  chooseSheet,
  linesOrNone,
  textOf,
  type SheetWithHeader,
  type RawSheet,
  type Sheet,
  type SheetSearch,
} from './choose-sheet.ts';
import { openZip } from './open-zip.ts';
import { readCsv } from './read-csv.ts';
import { readWorkbook } from './read-workbook.ts';
import { cellName, readWorksheet, type GridLimits, type SheetLine } from './read-worksheet.ts';
import { refuseDamaged, refuseFile } from './refuse-file.ts';

type SheetFormat = 'xlsx' | 'csv';

/** Limits of an upload. */
export interface SheetLimits {
  /** maximum size in bytes, and the message above it */
  maxBytes: number;
  tooLarge: string;
  /** message for another file type; by default it lists the extensions */
  wrongKind?: string;
  /** default: xlsx only */
  formats?: readonly SheetFormat[];
  /** data rows, without the header; default 5000 */
  maxRows?: number;
  /** default 50 */
  maxColumns?: number;
  /** maximum inflated bytes of a workbook's parts; default 4 MiB */
  maxInflatedBytes?: number;
}

/** Additional lines that may be blank or above the header. */
const spareLines = 1000;
const maxEntries = 1000;
const mostRows = 5000;

/**
 * Reads the first visible sheet of an untrusted .xlsx, or a .csv. The first line with text is the header; blank lines
 * and columns without a title are skipped.
 *
 * Throws 'invalid' at 'file' for another type or size, old and protected workbooks, damage, text beyond the limits, too
 * many rows, no text, and duplicate titles.
 */
export async function readSheet(bytes: Uint8Array, fileName: string, limits: SheetLimits): Promise<Sheet> {
  const [first] = (await rawSheets(bytes, fileName, limits)).sheets;
  return asTable((await first?.lines()) ?? [], limits);
}

/** Reads a table below other lines or on another sheet; `search` identifies its header. */
export async function findSheet(
  bytes: Uint8Array,
  fileName: string,
  limits: SheetLimits,
  search: SheetSearch,
): Promise<SheetWithHeader> {
  const { sheets, hiddenSheets } = await rawSheets(bytes, fileName, limits);
  const { lines, ...chosen } = await chooseSheet(sheets, search);
  const { isNotable } = search;
  const hidden = isNotable && !chosen.hasNotable ? await Promise.all(hiddenSheets.map(linesOrNone)) : [];
  const hiddenLines = lines.slice(1).flatMap(({ line, isHidden }) => (isHidden ? [line] : []));
  return {
    ...chosen,
    headerLine: lines[0]?.line ?? 1,
    hiddenLines,
    hiddenSheets: hiddenSheets.map(({ name }) => name),
    hasNotable: chosen.hasNotable || hidden.flat().some((line) => isNotable?.(textOf(line))),
    ...asTable(lines, limits, search),
  };
}

async function rawSheets(bytes: Uint8Array, fileName: string, limits: SheetLimits): Promise<RawSheets> {
  const {
    formats = ['xlsx'],
    maxRows = mostRows,
    maxColumns = 50,
    maxInflatedBytes = 4 * 1024 * 1024,
  } = limits;
  const ending = /\.([a-z0-9]+)$/i.exec(fileName.trim())?.[1]?.toLowerCase();
  const format = formats.find((format) => format === ending);
  if (!format) {
    refuseFile(
      limits.wrongKind ?? `Choose a file that ends in ${formats.map((format) => `.${format}`).join(' or ')}.`,
    );
  }
  if (bytes.length > limits.maxBytes) refuseFile(limits.tooLarge);
  if (bytes.length === 0) refuseFile('This file is empty.');
  const grid = { maxLine: maxRows + spareLines, maxColumns };
  return format === 'csv'
    ? { sheets: [textSheet(bytes, grid)], hiddenSheets: [] }
    : sheetsOf(bytes, maxInflatedBytes, grid);
}

const textSheet = (bytes: Uint8Array, grid: GridLimits): RawSheet => ({
  name: '',
  lines: async () => withText(readCsv(bytes, grid)),
});

interface RawSheets {
  sheets: RawSheet[];
  hiddenSheets: RawSheet[];
}

async function sheetsOf(bytes: Uint8Array, maxInflatedBytes: number, grid: GridLimits): Promise<RawSheets> {
  const workbook = await open(bytes, maxInflatedBytes);
  const rawSheet = ({ name, bytes: inflate }: (typeof workbook.worksheets)[number]): RawSheet => ({
    name,
    lines: async () => withText(readWorksheet(await inflate(), workbook, grid)),
  });
  return { sheets: workbook.worksheets.map(rawSheet), hiddenSheets: workbook.hiddenSheets.map(rawSheet) };
}

const withText = (lines: readonly SheetLine[]): SheetLine[] =>
  lines.filter(({ texts }) => [...texts.values()].some((text) => text.trim() !== ''));

async function open(bytes: Uint8Array, maxInflatedBytes: number) {
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    const secret = Buffer.from('EncryptedPackage', 'utf16le');
    refuseFile(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(secret)
        ? 'This file is password-protected. Remove the password and try again.'
        : 'This is an old Excel file. Open it in Excel, save it as .xlsx and try again.',
    );
  }
  if (!startsWith(bytes, 0x50, 0x4b)) refuseDamaged();
  return readWorkbook(await openZip(bytes, { maxEntries, maxInflatedBytes }));
}

const startsWith = (bytes: Uint8Array, ...start: number[]) =>
  start.every((byte, index) => bytes[index] === byte);

const untitledColumns = (lines: readonly SheetLine[], titled: ReadonlySet<number>) =>
  [...new Set(lines.flatMap(({ texts }) => [...texts.keys()]))]
    .filter((column) => !titled.has(column))
    .map((column) => ({ column, title: `Column ${cellName(column, 1).replace(/\d+$/, '')}` }));

interface TitledColumn {
  column: number;
  title: string;
  /** Columns with the same title and values. */
  others?: number[];
}

/** Throws for a title that occurs twice. */
function requireUnique(columns: readonly TitledColumn[], line: number): void {
  const seen = new Set<string>();
  for (const { column, title } of columns) {
    const same = title.toLowerCase();
    if (seen.has(same))
      refuseFile(`The title "${title.slice(0, 60)}" occurs twice, again in ${cellName(column, line)}.`);
    seen.add(same);
  }
}

/**
 * Returns columns with each title once: unused columns get their letter ("Status Date (F)"), and searched
 * ones with the same values in each row are one column.
 */
function withoutRepeated(
  titles: readonly TitledColumn[],
  rows: readonly SheetLine[],
  isTitle: SheetSearch['isTitle'],
): TitledColumn[] {
  const firsts = new Map<string, TitledColumn>();
  return titles.flatMap((titled) => {
    const { column, title } = titled;
    const above = firsts.get(title.toLowerCase());
    if (!above) {
      firsts.set(title.toLowerCase(), titled);
      return [titled];
    }
    if (!isTitle(title)) return [{ column, title: `${title} (${cellName(column, 1).slice(0, -1)})` }];
    const areAlike = rows.every(({ texts }) => {
      const [left = '', other = ''] = [texts.get(above.column), texts.get(column)];
      return left === '' || other === '' || left === other;
    });
    if (!areAlike) return [titled];
    above.others = [...(above.others ?? []), column];
    return [];
  });
}

function asTable(
  [first, ...rest]: readonly SheetLine[],
  { maxRows = mostRows }: SheetLimits,
  { readsUntitled = false, isTitle }: Partial<SheetSearch> = {},
): Sheet {
  if (!first) refuseFile('The first sheet is empty.');
  if (rest.length > maxRows) {
    refuseFile(`The file has ${rest.length} rows; the maximum per upload is ${maxRows}.`);
  }
  const named = [...first.texts]
    .map(([column, text]) => ({ column, title: text.trim().replace(/\s+/g, ' ') }))
    .filter(({ title }) => title !== '');
  const titles: TitledColumn[] = [
    ...named,
    ...(readsUntitled ? untitledColumns(rest, new Set(named.map(({ column }) => column))) : []),
  ].sort((a, b) => a.column - b.column);
  // files of other systems; own templates have each title once
  const columns = isTitle && readsUntitled ? withoutRepeated(titles, rest, isTitle) : titles;
  requireUnique(columns, first.line);
  const rows = rest.map(({ line, texts }) => {
    // no prototype: a column may be titled "constructor" or "__proto__"
    const cells: Record<string, string> = Object.create(null);
    for (const { column, title, others = [] } of columns)
      cells[title] = [column, ...others].map((at) => texts.get(at) ?? '').find((text) => text !== '') ?? '';
    return { line, cells };
  });
  return { header: columns.map(({ title }) => title), rows };
}
