import { deflateRawSync, constants, crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { limits, refusalOf, text, workbook, workbookParts, zipped } from './make-workbook.ts';

const damaged = 'This file is damaged or is not an Excel workbook. Save it again as .xlsx and try again.';
const tooMuch = 'This file holds too much data. Copy the rows you need into a new workbook and try again.';
const table = `<row r="1">${text('A')}</row><row r="2">${text('x')}</row>`;
const good = () => workbook(table).slice();
const roomy = { maxBytes: 50_000_000 };

const padded = (length: number) => {
  const bytes = Buffer.alloc(length);
  const file = good();
  bytes.set(file.subarray(0, file.length - 2));
  bytes.writeUInt16LE(length - file.length, file.length - 2);
  return bytes;
};

const changed = (change: (bytes: Buffer) => void) => {
  const bytes = Buffer.from(good());
  change(bytes);
  return bytes;
};

const directory = (bytes: Buffer) => bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));

const worksheet = (xml: string) => zipped({ ...workbookParts(table), 'xl/worksheets/sheet1.xml': xml });

/** The milliseconds the work takes: the best of three, since the machine is shared. */
function fastest(work: () => void): number {
  return Math.min(
    ...[1, 2, 3].map(() => {
      const start = performance.now();
      work();
      return performance.now() - start;
    }),
  );
}

/** A stored-header zip with one deflated entry whose headers may lie about it. */
function oneEntry(name: string, packed: Uint8Array, claimedBytes: number, checksum: number): Uint8Array {
  const title = Buffer.from(name);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt16LE(title.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(checksum, 16);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt32LE(claimedBytes, 24);
  entry.writeUInt16LE(title.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + title.length, 12);
  end.writeUInt32LE(30 + title.length + packed.length, 16);
  return Buffer.concat([local, title, packed, entry, title, end]);
}

describe('a zip bomb of one gigabyte', () => {
  const block = Buffer.alloc(16 * 1024 * 1024);
  const segment = deflateRawSync(block, { finishFlush: constants.Z_FULL_FLUSH });
  const packed = Buffer.concat([
    ...Array.from({ length: 64 }, () => segment),
    deflateRawSync(Buffer.alloc(0)),
  ]);
  const bytes = 64 * block.length;

  test.each([
    ['that says how large it is', bytes, tooMuch],
    ['that says it is small', 1000, damaged],
    ['that says it just fits', 4 * 1024 * 1024, tooMuch],
  ])('%s is refused within milliseconds', (_, claimed, sentence) => {
    const bomb = oneEntry('xl/workbook.xml', packed, claimed, crc32(block));
    const before = process.memoryUsage();
    expect(fastest(() => expect(refusalOf(bomb, 'bomb.xlsx', roomy)).toBe(sentence))).toBeLessThan(100);
    const after = process.memoryUsage();
    expect(after.rss - before.rss).toBeLessThan(150 * 1024 * 1024);
  });

  test('is refused by its own size first where uploads are small', () => {
    expect(refusalOf(oneEntry('xl/workbook.xml', packed, 1000, 0))).toBe(
      'File size exceeds the limit of 25KB',
    );
  });
});

describe('too much', () => {
  test('parts that are small each are counted together', () => {
    const parts = workbookParts(table);
    parts['xl/sharedStrings.xml'] = `<sst>${' '.repeat(2_500_000)}</sst>`;
    parts['xl/styles.xml'] = `<styleSheet>${' '.repeat(2_500_000)}</styleSheet>`;
    expect(refusalOf(zipped(parts))).toBe(tooMuch);
  });

  test('one cell of 20 MB is refused within milliseconds, whichever limit it meets', () => {
    const large = workbook(`<row>${text('a'.repeat(20_000_000))}</row>`);
    expect(large.length).toBeLessThan(limits.maxBytes);
    expect(fastest(() => expect(refusalOf(large)).toBe(tooMuch))).toBeLessThan(100);
    const roomyRefusal = refusalOf(large, 'large.xlsx', { maxInflatedBytes: 30_000_000 });
    expect(roomyRefusal).toBe('Cell A1 holds too much text.');
  });

  test('25,601 bytes are refused and 25,600 are not', () => {
    expect(refusalOf(padded(25_601))).toBe('File size exceeds the limit of 25KB');
    expect(() => refusalOf(padded(25_600))).toThrow('The file was read.');
  });

  test('a filled cell at the far corner is refused by its name', () => {
    const corner = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>';
    const refusal = refusalOf(workbook(table + corner));
    expect(refusal).toBe(
      'Cell XFD1048576 is too far out. Keep the table within 50 columns and 6000 lines, and delete what lies beyond.',
    );
  });

  test('too many rows or columns are refused with their number', () => {
    const rows = Array.from({ length: 12 }, () => `<row>${text('x')}</row>`).join('');
    expect(refusalOf(workbook(rows), 'a.xlsx', { maxRows: 10 })).toBe(
      'The file has 11 rows; 10 can be uploaded at a time.',
    );
    expect(refusalOf(workbook(`<row>${text('x').repeat(3)}</row>`), 'a.xlsx', { maxColumns: 2 })).toMatch(
      /^Cell C1 /,
    );
  });

  test('thousands of entries are refused', () => {
    const parts = workbookParts(table);
    for (let count = 0; count < 1001; count++) parts[`x${count}`] = '';
    expect(refusalOf(zipped(parts), 'many.xlsx', roomy)).toBe(tooMuch);
  });
});

describe('another kind of file', () => {
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
      'This file is protected by a password. Remove the password and try again.',
    ],
    ['an empty file', new Uint8Array(), 'people.xlsx', 'This file is empty.'],
    ['a text that was renamed', Buffer.from('a,b\n1,2'), 'people.xlsx', damaged],
    ['a zip of something else', zipped({ 'a.txt': 'hello' }), 'people.xlsx', damaged],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47]), 'people.xlsx', damaged],
  ])('%s is refused', (_, bytes, name, sentence) => {
    expect(refusalOf(bytes, name)).toBe(sentence);
  });

  test('an ending in capitals is fine', () => {
    expect(() => refusalOf(good(), 'PEOPLE.XLSX')).toThrow('The file was read.');
  });
});

describe('damage', () => {
  test('a wrong checksum is refused', () => {
    const bytes = changed((file) => file.writeUInt32LE(7, directory(file) + 16));
    expect(refusalOf(bytes)).toBe(damaged);
  });

  test('an encrypted entry is refused', () => {
    const bytes = changed((file) => file.writeUInt16LE(1, directory(file) + 8));
    expect(refusalOf(bytes)).toMatch(/password/);
  });

  test('names that leave the archive, or come twice, are refused', () => {
    expect(refusalOf(zipped({ ...workbookParts(table), '../../etc/passwd': 'x' }))).toBe(damaged);
    expect(refusalOf(zipped({ ...workbookParts(table), 'XL/workbook.xml': 'x' }))).toBe(damaged);
  });

  test('every file cut short is refused, none breaks the reader', () => {
    const bytes = good();
    for (let length = 0; length < bytes.length; length += 7) {
      expect(refusalOf(bytes.subarray(0, length))).toMatch(/damaged|empty/);
    }
  });

  test('no single changed byte breaks the reader', () => {
    const bytes = good();
    for (let at = 0; at < bytes.length; at++) {
      const broken = bytes.slice();
      broken[at] = (broken[at]! + 101) % 256;
      try {
        refusalOf(broken);
      } catch (error) {
        expect((error as Error).message).toBe('The file was read.');
      }
    }
  });

  test.each([
    ['a document type', '<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet>&a;</worksheet>'],
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
  ])('%s is refused', (_, xml) => {
    expect(refusalOf(worksheet(xml))).toBe(damaged);
  });

  test('text that is no UTF-8 is refused', () => {
    const parts = { ...workbookParts(table), 'xl/worksheets/sheet1.xml': new Uint8Array([0x3c, 0xff, 0x3e]) };
    expect(refusalOf(zipped(parts))).toBe(damaged);
  });

  test('a sheet as full of empty rows as may be takes no long time', () => {
    const rows = workbook('<row/>'.repeat(650_000));
    expect(fastest(() => expect(refusalOf(rows)).toBe('The first sheet is empty.'))).toBeLessThan(1000);
  });

  test('hostile XML takes no long time', () => {
    const hostile = [
      `<worksheet${' a="'.repeat(500_000)}`,
      `<worksheet>${"<a b='".repeat(500_000)}`,
      `<worksheet>${'&'.repeat(2_000_000)}`,
      `<worksheet>${'<!--'.repeat(500_000)}`,
      `<worksheet${' '.repeat(2_000_000)}x`,
    ];
    for (const xml of hostile) {
      const file = worksheet(xml);
      expect(fastest(() => expect(refusalOf(file)).toBe(damaged))).toBeLessThan(300);
    }
  });
});

describe('a table that cannot be meant', () => {
  test('a title that comes twice is refused with its cell', () => {
    expect(refusalOf(workbook(`<row>${text('Email')}${text('Name')}${text('email ')}</row>`))).toBe(
      'The title "email" comes twice, again in C1.',
    );
  });

  test('a sheet without text is refused', () => {
    expect(refusalOf(workbook(`<row>${text('  ')}</row>`))).toBe('The first sheet is empty.');
  });

  test('a workbook whose sheets are all hidden is refused', () => {
    const parts = workbookParts(table);
    parts['xl/workbook.xml'] = parts['xl/workbook.xml']!.replace('<sheet ', '<sheet state="veryHidden" ');
    expect(refusalOf(zipped(parts))).toBe('This workbook has no visible sheet.');
  });
});
