import { strToU8, zipSync } from 'fflate';
import { type SheetLimits, readSheet } from '../../../functions/platform/sheets/read-sheet.ts';
import { Refusal } from '../../../shared/refusal.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const pack = 'http://schemas.openxmlformats.org/package/2006/relationships';

export const limits: SheetLimits = { maxBytes: 25_600, tooLarge: 'File size exceeds the limit of 25KB' };

export function workbookParts(sheetData: string): Record<string, string> {
  return {
    '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="${pack}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${pack}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}"><si><t>Email</t></si><si><t>Name</t></si></sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm"/><numFmt numFmtId="165" formatCode="&quot;days&quot; 0.00"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="20"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${sheetData}</sheetData></worksheet>`,
  };
}

export const zipped = (parts: Record<string, string | Uint8Array>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]),
    ),
  );

export const workbook = (sheetData: string): Uint8Array => zipped(workbookParts(sheetData));

export const text = (value: string): string => `<c t="inlineStr"><is><t>${value}</t></is></c>`;

/** Returns the message of reading a file; fails if it is not refused as the file's error. */
export async function refusalOf(
  bytes: Uint8Array,
  name = 'people.xlsx',
  changed: Partial<SheetLimits> = {},
): Promise<string> {
  try {
    await readSheet(bytes, name, { ...limits, ...changed });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'invalid' && error.field === 'file') return error.message;
    throw error;
  }
  throw new Error('The file was read.');
}

export const table = `<row r="1">${text('A')}</row><row r="2">${text('x')}</row>`;

export const damaged =
  'This file is damaged or is not an Excel workbook. Save it again as .xlsx and try again.';
export const tooMuch =
  'This file contains too much data. Copy the rows you need into a new workbook and try again.';

export const worksheet = (xml: string): Uint8Array =>
  zipped({ ...workbookParts(table), 'xl/worksheets/sheet1.xml': xml });

export function workbookOfSheets(sheets: Record<string, string>): Uint8Array {
  const all = Object.entries(sheets).map(([name, xml], index) => ({ name, xml, id: `sheet${index + 1}` }));
  const entries = all.map(
    ({ name, id }, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="${id}"/>`,
  );
  const related = all.map(
    ({ id }) => `<Relationship Id="${id}" Type="${office}/worksheet" Target="worksheets/${id}.xml"/>`,
  );
  return zipped({
    ...workbookParts(table),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${entries.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${pack}">${related.join('')}</Relationships>`,
    ...Object.fromEntries(all.map(({ id, xml }) => [`xl/worksheets/${id}.xml`, xml])),
  });
}
