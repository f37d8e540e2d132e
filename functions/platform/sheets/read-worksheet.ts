import { plainNumber } from './cell-number.ts';
import { visibleText } from '../../../shared/visible-text.ts';
import { withoutGuard } from './write-csv.ts';
import { isTrue, type Workbook } from './read-workbook.ts';
import { readXml } from './read-xml.ts';
import { refuseDamaged, refuseFile } from './refuse-file.ts';

/** A line of a sheet or text file: its displayed number and its texts by column (0 is A). */
export interface SheetLine {
  line: number;
  texts: Map<number, string>;
  /** Whether the workbook hides the row. */
  isHidden?: boolean;
}

/** Maximum extent of a sheet. */
export interface GridLimits {
  /** maximum line number with text */
  maxLine: number;
  maxColumns: number;
}

const columnsOfExcel = 16_384;
const linesOfExcel = 1_048_576;
/** Excel's maximum characters per cell. */
export const longestCell = 32_767;

/**
 * Reads the filled cells of a worksheet as text (ECMA-376 part 1, 18.3.1): strings, numbers as displayed, dates as
 * "YYYY-MM-DD" (with "THH:mm:ss" for times), TRUE and FALSE, and the cached result of a formula. Cells without a
 * position follow the previous one. Empty cells cost nothing.
 *
 * Throws for text beyond the limits and cells above Excel's limit.
 */
export function readWorksheet(worksheet: Uint8Array, workbook: Workbook, limits: GridLimits): SheetLine[] {
  const lines = new Map<number, Map<number, string>>();
  const hidden = new Set<number>();
  const cell = 'worksheet/sheetData/row/c';
  const valuePaths = new Set([`${cell}/v`, `${cell}/is/t`, `${cell}/is/r/t`]);
  let line = 0;
  let column = -1;
  let type = 'n';
  let style = 0;
  let raw = '';

  readXml(worksheet, {
    open(path, attributes) {
      if (path === 'worksheet/sheetData/row') {
        line = attributes.r === undefined ? line + 1 : Number(attributes.r);
        column = -1;
        if (!Number.isInteger(line) || line < 1 || line > linesOfExcel) refuseDamaged();
        if (isTrue(attributes.hidden)) hidden.add(line);
      } else if (path === cell) {
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r, line);
        type = attributes.t ?? 'n';
        style = Number(attributes.s ?? 0);
        raw = '';
      }
    },
    text(path, piece) {
      if (valuePaths.has(path)) raw += piece;
    },
    close(path) {
      if (path !== cell || raw === '') return;
      const text = cellText(raw, type, workbook, style);
      if (text === '') return;
      if (text.length > longestCell) refuseFile(`Cell ${cellName(column, line)} contains too much text.`);
      if (line > limits.maxLine || column >= limits.maxColumns) {
        refuseFile(
          `Cell ${cellName(column, line)} is outside the permitted range. Keep the table within ${limits.maxColumns} columns` +
            ` and ${limits.maxLine} lines, and delete everything beyond.`,
        );
      }
      const texts = lines.get(line) ?? new Map<number, string>();
      lines.set(line, texts.set(column, text));
    },
  });
  return [...lines]
    .map(([line, texts]) => ({ line, texts, ...(hidden.has(line) && { isHidden: true }) }))
    .sort((a, b) => a.line - b.line);
}

function cellText(raw: string, type: string, workbook: Workbook, style: number): string {
  switch (type) {
    case 's':
      return unescaped(workbook.sharedStrings[wholeNumber(raw)] ?? refuseDamaged());
    case 'inlineStr':
    case 'str':
      return unescaped(raw);
    case 'b':
      return raw.trim() === '1' || raw.trim() === 'true' ? 'TRUE' : 'FALSE';
    case 'e':
      return raw;
    case 'd':
      return raw.replace(/T00:00:00(\.0+)?Z?$/, '').replace(/(T\d\d:\d\d:\d\d)(\.\d+)?Z?$/, '$1');
    case 'n': {
      const value = Number(raw);
      if (!Number.isFinite(value)) refuseDamaged();
      return (workbook.numberFormats[style] ?? plainNumber)(value);
    }
    default:
      return refuseDamaged();
  }
}

const wholeNumber = (raw: string) => (/^\s*\d{1,9}\s*$/.test(raw) ? Number(raw) : refuseDamaged());

/** Decodes _x000D_ escapes of characters that XML cannot contain (ECMA-376 part 1, 22.9.2.19). */
const unescaped = (text: string) =>
  displayedText(
    text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  );

function columnOf(position: string, line: number): number {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(position) ?? refuseDamaged();
  let column = 0;
  for (const letter of (letters ?? '').toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  if (Number(digits) !== line || column > columnsOfExcel) refuseDamaged();
  return column - 1;
}

/** Returns a cell's name: column 0, line 3 → "A3". */
export function cellName(column: number, line: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return `${letters}${line}`;
}

const formulaOfText = /^\s*=\s*(?:T\()?"((?:[^"]|"")*)"\)?\s*$/i;
const textMark = /^'(?=\d[\d -]{2,}$|[^\s'@]+@[^\s'@]+$)/;

/**
 * Returns a cell's text as a spreadsheet displays it: `="00417"` and `'00417` are the text 00417, and invisible characters
 * are removed.
 */
export function displayedText(text: string): string {
  const visible = visibleText(text);
  const [, quoted] = formulaOfText.exec(visible) ?? [];
  if (quoted !== undefined) return quoted.replaceAll('""', '"');
  return withoutGuard(visible).replace(textMark, '');
}
