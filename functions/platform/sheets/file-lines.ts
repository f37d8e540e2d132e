import {
  hasSocialSecurityNumber,
  maskSocialSecurityNumbers,
  socialSecurityMask,
} from '../../../shared/visible-text.ts';
import { formatLines } from '../../../shared/employees/employment.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { Sheet, SheetSearch, SheetWithHeader } from './choose-sheet.ts';
import { findSheet, type SheetLimits } from './read-sheet.ts';
import { plainTitle } from './read-table.ts';

/** A table without the rows and columns that no person has, and what was removed. */
interface CleanTable<Table> {
  sheet: Table;
  notes: string[];
}

const total =
  /^(?:(?:grand|sub|report|page|department)[- ]?)?totals?\b|^[\p{L} &/-]{1,40} (?:sub-?)?totals?:?$|^sum(?: of .+)?:?$|^(?:number of|count(?: of)?|total) (?:employees|members|people|records|rows)\b|^(?:record|row|employee|head) ?count\b|^count:?(?: \d+)?$|^end of (?:report|file|list)\b|^page \d+(?: of \d+)?$|^\d+ (?:employees|members|records|rows)$/iu;
const endOrPrint =
  /^\W*(?:end(?: of .+)?|(?:printed|generated|exported|created|run) (?:on|by|at|:)?.*\d{2,4}.*)\W*$/i;
/** A text in a row of its own, such as a note below the table; a name has fewer words. */
const note =
  /^[*†‡].*\s|^(?:notes?|legend|disclaimer|confidential|source|prepared by|report)\b.*[\s:]|^\S+(?: \S+){4}|[- ]subtotal \d+$/i;
const hasAddress = (cells: readonly string[]): boolean => cells.some((cell) => cell.includes('@'));

/** A total row has a total and numbers only. */
function isTotal(cells: readonly string[]): boolean {
  const [first = '', ...others] = cells;
  if (others.length === 0 && endOrPrint.test(first)) return true;
  return (
    total.test(first) &&
    !hasAddress(cells) &&
    others.every((cell) =>
      /^[\d.,$%() -]+$|^total|^\d+ (?:employees|members|people|records|rows)$/i.test(cell),
    )
  );
}

/** Removes repeated title rows, total rows, and notes, which are recognized by their content. */
export function withoutSummaryRows<Table extends Sheet>(sheet: Table): CleanTable<Table> {
  const repeated: number[] = [];
  const totals: { line: number; text: string }[] = [];
  const remarks: { line: number; text: string }[] = [];
  const rows = sheet.rows.filter(({ line, cells }) => {
    const filled = sheet.header.flatMap((title) => {
      const text = (cells[title] ?? '').trim();
      return text === '' ? [] : [{ title, text }];
    });
    const isRepeated =
      filled.length > 1 && filled.every(({ title, text }) => plainTitle(title) === plainTitle(text));
    const texts = filled.map(({ text }) => text);
    const [first = ''] = texts;
    const isNote = sheet.header.length > 1 && texts.length === 1 && note.test(first) && !first.includes('@');
    if (isRepeated) repeated.push(line);
    else if (isNote) remarks.push({ line, text: first });
    else if (isTotal(texts)) totals.push({ line, text: texts.join(' ') });
    else return true;
    return false;
  });
  const notes = [
    ...totals.map(({ line, text }) => `Ignored total row: line ${line} (${text.slice(0, 60)}).`),
    ...remarks.map(({ line, text }) => `Ignored note: line ${line} (${text.slice(0, 60)}).`),
    ...(repeated.length > 0 ? [`Ignored repeated titles: ${formatLines(repeated)}.`] : []),
  ];
  return { sheet: notes.length === 0 ? sheet : { ...sheet, rows }, notes };
}

const numberTitle =
  /\bssn\b|\bss ?(?:#|n|no|nbr|num|number)\b|^social(?: (?:no|nbr|num|number))?$|social ?(?:security|sec|insurance)|^(?:employee |ee |canad\w* )?sin(?: ?(?:#|no|nbr|num|number))?$|\bsoc ?sec\b|seguro social|seguridad social|s[eé]curit[eé] sociale|assurance sociale|^n ?s ?s$|^ss$|\bnat(?:ional|['’]?l)? id(?:entifier|entification)?\b|tax ?payer ?id|\bi?tin\b|\btax ?id|^gov(?:ernment|t)? id/i;
const numberForm = /^[\dX*•]{3}([- .\u2010-\u2015])[\dX*•]{2}\1[\dX*•]{4}$/i;
const bareNumber = /^(?!000|666|9\d\d)\d{3}(?!00)\d\d(?!0000)\d{4}$/;
const untitled = /^Column [A-Z]{1,2}$/;

const isNumberTitle = (title: string): boolean =>
  hasSocialSecurityNumber(title) ||
  numberTitle.test(
    title
      .replaceAll(/[\s_.]+/g, ' ')
      .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .trim(),
  );

/** Nine digits are a number only in a column without a title: employee numbers also have nine. */
function isNumberColumn(title: string, values: readonly string[]): boolean {
  const isUntitled = untitled.test(title);
  const filled = values.map((value) => value.trim()).filter((value) => value !== '');
  const isNumber = (value: string) => numberForm.test(value) || (isUntitled && bareNumber.test(value));
  const numbers = filled.filter(isNumber).length;
  return isNumberTitle(title) || (numbers > 0 && numbers * 2 >= filled.length);
}

const socialSecurityColumns = ({ header, rows }: Sheet): string[] =>
  header.filter((title) =>
    isNumberColumn(
      title,
      rows.map(({ cells }) => cells[title] ?? ''),
    ),
  );

/**
 * Removes columns of social security numbers, recognized by title or values, and such numbers within other cells. They
 * are not displayed, read, or stored.
 */
export function withoutSocialSecurityNumbers<Table extends Sheet>(sheet: Table): CleanTable<Table> {
  const columns = socialSecurityColumns(sheet);
  const lines = new Set<number>();
  const header = sheet.header.filter((title) => !columns.includes(title));
  const rows = sheet.rows.map((row) => {
    const cells: Record<string, string> = Object.create(null);
    for (const title of header) {
      const text = row.cells[title] ?? '';
      cells[title] = maskSocialSecurityNumbers(text, '');
      if (cells[title] !== text) lines.add(row.line);
    }
    return { ...row, cells };
  });
  if (columns.length === 0 && lines.size === 0) return { sheet, notes: [] };
  const names = new Intl.ListFormat('en-US').format(
    columns.map((title) => `“${maskSocialSecurityNumbers(title).slice(0, 60)}”`),
  );
  const notes = [
    ...(columns.length > 0
      ? [
          `Social security numbers in ${columns.length === 1 ? 'the column' : 'the columns'} ${names} were not read and not stored. Remove them from your files.`,
        ]
      : []),
    ...(lines.size > 0
      ? [`Social security numbers within other cells were not stored: ${formatLines([...lines])}.`]
      : []),
  ];
  return { sheet: { ...sheet, header, rows }, notes };
}

const csvLine = (cells: readonly string[]): string =>
  cells.map((cell) => `"${cell.replaceAll('"', '""').replaceAll(/[\r\n]+/g, ' ')}"`).join(',');

const isWorkbook = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

/** Returns the name of a stored file: a file without its social security numbers is stored as CSV. */
export const storedName = (fileName: string, bytes: Uint8Array): string =>
  isWorkbook(bytes) ? fileName : fileName.replace(/\.xlsx$/i, '.csv');

interface StoredFile {
  name: string;
  bytes: Uint8Array;
  /** True if of a workbook only the sheet that is read is stored. */
  withoutOtherSheets?: boolean;
}

/**
 * Returns a file with masked social security numbers as CSV, with every row on its line; the same bytes if it contains
 * none, and undefined if it cannot be read. The mask is recognized when the file is read again.
 */
export async function withMaskedNumbers(
  { name, bytes, withoutOtherSheets = false }: StoredFile,
  limits: SheetLimits,
  search: SheetSearch,
): Promise<Uint8Array | undefined> {
  try {
    const sheet = await findSheet(bytes, name, limits, { ...search, isNotable: hasSocialSecurityNumber });
    return maskedFile(sheet, withoutOtherSheets && isWorkbook(bytes)) ?? bytes;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Returns a sheet with masked social security numbers as CSV; undefined if it contains none. */
export function maskedFile(sheet: SheetWithHeader, isAlwaysChanged = false): Uint8Array | undefined {
  const columns = new Set(socialSecurityColumns(sheet));
  let isChanged = isAlwaysChanged || sheet.hasNotable || columns.size > 0;
  const lines: string[] = [csvLine(sheet.header.map((title) => maskSocialSecurityNumbers(title)))];
  for (const { line, cells } of sheet.rows) {
    while (lines.length < line - sheet.headerLine) lines.push('');
    const safe = sheet.header.map((title) => {
      const text = cells[title] ?? '';
      const masked = columns.has(title) && text !== '' ? socialSecurityMask : maskSocialSecurityNumbers(text);
      if (masked !== text) isChanged = true;
      return masked;
    });
    lines.push(csvLine(safe));
  }
  const above = Array.from({ length: sheet.headerLine - 1 }, (_, index) =>
    index === 0 && sheet.hasNotable ? socialSecurityMask : '',
  );
  return isChanged ? Buffer.from([...above, ...lines].join('\n'), 'utf8') : undefined;
}
