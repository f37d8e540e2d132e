import { describe, expect, test } from 'vitest';
import { sized } from '../../support/sized.ts';
import {
  damaged,
  refusalOf,
  table,
  text,
  workbook,
  workbookParts,
  worksheet,
  zipped,
} from './make-workbook.ts';
import { defined } from '../../support/defined.ts';

const good = () => workbook(table).slice();

const changed = (change: (bytes: Buffer) => void) => {
  const bytes = Buffer.from(good());
  change(bytes);
  return bytes;
};

const directory = (bytes: Buffer) => bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));

describe('another file type', () => {
  const compound = Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.alloc(504),
  ]);

  test.each([
    ['an old .xls by its name', good(), 'people.xls', 'Choose a file that ends in .xlsx.'],
    ['a workbook with macros', good(), 'people.xlsm', 'Choose a file that ends in .xlsx.'],
    ['a name without an ending', good(), 'people', 'Choose a file that ends in .xlsx.'],
    [
      'an old .xls that was renamed',
      compound,
      'people.xlsx',
      'This is an old Excel file. Open it in Excel, save it as .xlsx and try again.',
    ],
    [
      'a workbook with a password',
      Buffer.concat([compound, Buffer.from('EncryptedPackage', 'utf16le')]),
      'people.xlsx',
      'This file is password-protected. Remove the password and try again.',
    ],
    ['an empty file', new Uint8Array(), 'people.xlsx', 'This file is empty.'],
    ['a text that was renamed', Buffer.from('a,b\n1,2'), 'people.xlsx', damaged],
    ['a zip of something else', zipped({ 'a.txt': 'hello' }), 'people.xlsx', damaged],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47]), 'people.xlsx', damaged],
  ])('%s is refused', async (_, bytes, name, message) => {
    expect(await refusalOf(bytes, name)).toBe(message);
  });

  test('accepts an uppercase extension', async () => {
    await expect(refusalOf(good(), 'PEOPLE.XLSX')).rejects.toThrow('The file was read.');
  });
});

describe('damage', () => {
  test('refuses a wrong checksum', async () => {
    const bytes = changed((file) => file.writeUInt32LE(7, directory(file) + 16));
    expect(await refusalOf(bytes)).toBe(damaged);
  });

  test('refuses an encrypted entry', async () => {
    const bytes = changed((file) => file.writeUInt16LE(1, directory(file) + 8));
    expect(await refusalOf(bytes)).toMatch(/password/);
  });

  test('refuses duplicate names and names outside of the archive', async () => {
    expect(await refusalOf(zipped({ ...workbookParts(table), '../../etc/passwd': 'x' }))).toBe(damaged);
    expect(await refusalOf(zipped({ ...workbookParts(table), 'XL/workbook.xml': 'x' }))).toBe(damaged);
  });

  test('refuses a file truncated at any position without crashing', async () => {
    const bytes = good();
    for (let length = 0; length < bytes.length; length += 7) {
      expect(await refusalOf(bytes.subarray(0, length))).toMatch(/damaged|empty/);
    }
  });

  test('never crashes on a single changed byte', async () => {
    const bytes = good();
    for (let at = 0; at < bytes.length; at += sized(3, 1)) {
      const broken = bytes.slice();
      broken[at] = (defined(broken[at]) + 101) % 256;
      try {
        await refusalOf(broken);
      } catch (error) {
        expect(Reflect.get(Object(error), 'message')).toBe('The file was read.');
      }
    }
  });

  test.each([
    ['a document type', '<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet>&a;</worksheet>'],
    [
      'a bare document type',
      '<!DOCTYPE worksheet><worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>',
    ],
    ['an unknown entity', '<worksheet>&file;</worksheet>'],
    ['a bare ampersand', '<worksheet>a & b</worksheet>'],
    ['a character beyond Unicode', '<worksheet>&#x110000;</worksheet>'],
    ['tags that cross', '<worksheet><sheetData></worksheet></sheetData>'],
    ['a tag that stays open', '<worksheet><sheetData>'],
    ['two roots', '<worksheet/><worksheet/>'],
    ['text outside of the root', '<worksheet/>x'],
    ['nothing', ''],
    ['deep nesting', `${'<a>'.repeat(100)}${'</a>'.repeat(100)}`],
    [
      'a cell in another row',
      '<worksheet><sheetData><row r="1"><c r="A2"><v>1</v></c></row></sheetData></worksheet>',
    ],
    [
      'a column beyond XFD',
      '<worksheet><sheetData><row r="1"><c r="XFE1"><v>1</v></c></row></sheetData></worksheet>',
    ],
    ['a row that is no number', '<worksheet><sheetData><row r="1e9"/></sheetData></worksheet>'],
    ['a number that is none', '<worksheet><sheetData><row><c><v>abc</v></c></row></sheetData></worksheet>'],
    [
      'a string that is not there',
      '<worksheet><sheetData><row><c t="s"><v>99</v></c></row></sheetData></worksheet>',
    ],
  ])('%s is refused', async (_, xml) => {
    expect(await refusalOf(worksheet(xml))).toBe(damaged);
  });

  test('refuses text that is not UTF-8', async () => {
    const parts = { ...workbookParts(table), 'xl/worksheets/sheet1.xml': new Uint8Array([0x3c, 0xff, 0x3e]) };
    expect(await refusalOf(zipped(parts))).toBe(damaged);
  });
});

describe('an ambiguous table', () => {
  test('refuses a duplicate title with its cell', async () => {
    expect(await refusalOf(workbook(`<row>${text('Email')}${text('Name')}${text('email ')}</row>`))).toBe(
      'The title "email" occurs twice, again in C1.',
    );
  });

  test('refuses a sheet without text', async () => {
    expect(await refusalOf(workbook(`<row>${text('  ')}</row>`))).toBe('The first sheet is empty.');
  });

  test('refuses a workbook with hidden sheets only', async () => {
    const parts = workbookParts(table);
    parts['xl/workbook.xml'] = defined(parts['xl/workbook.xml']).replace(
      '<sheet ',
      '<sheet state="veryHidden" ',
    );
    expect(await refusalOf(zipped(parts))).toBe('This workbook has no visible sheet.');
  });
});
