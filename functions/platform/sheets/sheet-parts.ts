import { strToU8, Zip, ZipDeflate } from 'fflate';
import { dollarsFromCents } from '../../../shared/money.ts';
import {
  calendarDate,
  safeSheetName,
  safeText,
  type CellKind,
  type CellValue,
  type SheetColumn,
} from './write-sheet.ts';

/** A workbook of any size, written in parts (ECMA-376 part 1, 18.3): lines as XML, then zipped. */
export interface SheetFrame {
  sheetName: string;
  /** Lines above the header: a title, or a name and its value. */
  lead?: readonly (readonly string[])[] | undefined;
  columns: readonly SheetColumn[];
}

const xml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

// indexes of the cell formats in styles.xml below
const formats = { text: 0, number: 0, money: 1, date: 2 } as const;
const bolds = { text: 3, number: 3, money: 4, date: 3 } as const;

const dayOfSerial0 = Date.UTC(1899, 11, 30);

function cell(kind: CellKind, value: CellValue, styles: Record<CellKind, number>): string {
  if (value === null || value === undefined || value === '') return '<c/>';
  if (typeof value === 'number' && kind !== 'text') {
    if (!Number.isFinite(value)) throw new RangeError(`A sheet cannot contain the number ${value}.`);
    return `<c s="${styles[kind]}"><v>${kind === 'money' ? dollarsFromCents(value) : value}</v></c>`;
  }
  const date = kind === 'date' ? calendarDate(String(value)) : undefined;
  if (date) return `<c s="${styles.date}"><v>${(date.getTime() - dayOfSerial0) / 86_400_000}</v></c>`;
  const text = xml(safeText(String(value)));
  return `<c s="${styles.text}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

/** Returns lines of a sheet as XML by column kind; the last line with totals is bold. */
export const sheetLines = (
  columns: readonly SheetColumn[],
  rows: readonly (readonly CellValue[])[],
  { isBold = false } = {},
): string =>
  rows
    .map((row) => {
      const cells = columns.map(({ kind }, index) => cell(kind, row[index], isBold ? bolds : formats));
      return `<row>${cells.join('')}</row>`;
    })
    .join('');

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const officeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const styles = `<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="&quot;$&quot;#,##0.00"/><numFmt numFmtId="165" formatCode="mm/dd/yyyy"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/><xf numFmtId="164" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`;

const frameFiles = (sheetName: string): Record<string, string> => ({
  '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${officeType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${officeType}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${officeType}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${xml(safeSheetName(sheetName)).replaceAll('"', '&quot;')}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': styles,
});

const sheetHead = ({ lead = [], columns }: SheetFrame): string => {
  const widths = columns
    .map(({ title, width }, index) => {
      const wide = width ?? Math.min(60, Math.max(12, title.length + 3));
      return `<col min="${index + 1}" max="${index + 1}" width="${wide}" customWidth="1"/>`;
    })
    .join('');
  const frozen = lead.length + 1;
  const texts = [...lead, columns.map(({ title }) => title)];
  const lines = texts.map((line, index) => {
    const isHeader = index === lead.length;
    const cells = line.map((text, index) => cell('text', text, isHeader || index === 0 ? bolds : formats));
    return `<row>${cells.join('')}</row>`;
  });
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="${frozen}" topLeftCell="A${frozen + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths}</cols><sheetData>${lines.join('')}`;
};

/**
 * Returns an .xlsx of a frame and lines of `sheetLines`, in parts: at most one part and the zipped bytes are in memory.
 * Equivalent to a file of `writeSheet`.
 */
export async function sheetOfParts(
  frame: SheetFrame,
  parts: AsyncIterable<string>,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  const add = (name: string) => {
    const file = new ZipDeflate(name, { level: 6 });
    zip.add(file);
    return file;
  };
  for (const [name, text] of Object.entries(frameFiles(frame.sheetName)))
    add(name).push(strToU8(declaration + text), true);
  const sheet = add('xl/worksheets/sheet1.xml');
  sheet.push(strToU8(sheetHead(frame)));
  for await (const part of parts) sheet.push(strToU8(part));
  sheet.push(strToU8('</sheetData></worksheet>'), true);
  zip.end();
  return new Uint8Array(Buffer.concat(chunks));
}
