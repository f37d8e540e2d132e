import { describe, expect, test } from 'vitest';
import { readSheet } from '../../../functions/platform/sheets/read-sheet.ts';
import { limits, text, workbook, workbookParts, zipped } from './make-workbook.ts';
import { defined } from '../../support/defined.ts';

const rowsOf = async (bytes: Uint8Array) =>
  (await readSheet(bytes, 'people.xlsx', limits)).rows.map(({ line, cells }) => [
    line,
    ...Object.values(cells),
  ]);

/** Returns the same archive with every size and offset in zip64 fields, as some Java writers produce. */
function inZip64(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes);
  const end = file.length - 22;
  const start = file.readUInt32LE(end + 16);
  const entries: Buffer[] = [];
  for (let at = start; at < end; at += 46 + file.readUInt16LE(at + 28)) {
    const entry = Buffer.from(file.subarray(at, at + 46 + file.readUInt16LE(at + 28)));
    const extra = Buffer.alloc(28);
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(24, 2);
    for (const [index, field] of [24, 20, 42].entries()) {
      extra.writeBigUInt64LE(BigInt(entry.readUInt32LE(field)), 4 + index * 8);
      entry.writeUInt32LE(0xffffffff, field);
    }
    entry.writeUInt16LE(extra.length, 30);
    entries.push(entry, extra);
  }
  const directory = Buffer.concat(entries);
  const largeEnd = Buffer.alloc(56);
  largeEnd.writeUInt32LE(0x06064b50, 0);
  largeEnd.writeBigUInt64LE(BigInt(entries.length / 2), 32);
  largeEnd.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(start + directory.length), 8);
  const smallEnd = Buffer.from(file.subarray(end));
  smallEnd.writeUInt16LE(0xffff, 10);
  smallEnd.writeUInt32LE(0xffffffff, 16);
  return Buffer.concat([file.subarray(0, start), directory, largeEnd, locator, smallEnd]);
}

describe('the layout of the parts', () => {
  const rows = `<row r="1">${text('A')}</row><row r="2">${text('x')}</row>`;

  test('may use prefixes on every element', async () => {
    const parts = workbookParts('');
    const prefixed =
      '<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData>' +
      '<x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>A</x:t></x:is></x:c></x:row>' +
      '<x:row r="2"><x:c r="A2" t="s"><x:v>0</x:v></x:c></x:row></x:sheetData></x:worksheet>';
    expect(await rowsOf(zipped({ ...parts, 'xl/worksheets/sheet1.xml': prefixed }))).toEqual([[2, 'Email']]);
  });

  test('may use absolute targets, other folders, other letter case, and backslashes', async () => {
    const parts = workbookParts(rows);
    const absolute = defined(parts['xl/_rels/workbook.xml.rels']).replace(
      '"worksheets/sheet1.xml"',
      '"/other/Data.xml"',
    );
    const moved = {
      '_rels/.rels': defined(parts['_rels/.rels']).replace('"xl/workbook.xml"', '"/xl/Workbook.xml"'),
      'xl\\workbook.xml': defined(parts['xl/workbook.xml']),
      'xl/_rels/workbook.xml.rels': absolute,
      'Other/data.xml': defined(parts['xl/worksheets/sheet1.xml']),
    };
    expect(await rowsOf(zipped(moved))).toEqual([[2, 'x']]);
  });

  test('may begin with a chart sheet and omit strings and styles', async () => {
    const parts = workbookParts(rows);
    delete parts['xl/sharedStrings.xml'];
    delete parts['xl/styles.xml'];
    parts['xl/workbook.xml'] = defined(parts['xl/workbook.xml']).replace(
      '<sheets>',
      '<sheets><sheet name="Chart" sheetId="9" r:id="rId9"/>',
    );
    parts['xl/_rels/workbook.xml.rels'] = defined(parts['xl/_rels/workbook.xml.rels']).replace(
      '<Relationship ',
      '<Relationship Id="rId9" Type="x/chartsheet" Target="chartsheets/sheet1.xml"/><Relationship ',
    );
    expect(await rowsOf(zipped(parts))).toEqual([[2, 'x']]);
  });

  test('may have sizes and offsets in zip64 fields', async () => {
    expect(await rowsOf(inZip64(workbook(rows)))).toEqual([[2, 'x']]);
  });

  test('may be encoded in UTF-16', async () => {
    const parts: Record<string, string | Uint8Array> = workbookParts(rows);
    parts['xl/worksheets/sheet1.xml'] = Buffer.from(
      `\ufeff${parts['xl/worksheets/sheet1.xml'] as string}`,
      'utf16le',
    );
    expect(await rowsOf(zipped(parts))).toEqual([[2, 'x']]);
  });
});
