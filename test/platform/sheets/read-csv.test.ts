import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readSheet } from '../../../functions/platform/sheets/read-sheet.ts';
import { limits, refusalOf } from './make-workbook.ts';

const csvLimits = { ...limits, formats: ['xlsx', 'csv'] as const };
const read = (content: string | Uint8Array) =>
  readSheet(typeof content === 'string' ? Buffer.from(content) : content, 'check-ins.csv', csvLimits);
const refused = (content: string | Uint8Array, changed = {}) =>
  refusalOf(Buffer.from(content as string), 'check-ins.csv', { ...csvLimits, ...changed });

describe('a text file of LibreOffice in Windows-1252 with semicolons', async () => {
  const sheet = await read(readFileSync(new URL('../samples/recipients-windows-1252.csv', import.meta.url)));

  test('preserves letters and line numbers and skips blank lines', () => {
    expect(sheet.rows.map(({ line, cells }) => [line, cells['First Name'], cells['Last Name']])).toEqual([
      [2, 'Zoë', "O'Brien & Søn"],
      [6, 'Lukáš', 'Li\nWagner'],
    ]);
  });
});

describe('a text file', () => {
  const expected = { header: ['Fob', 'Day'], rows: [{ line: 2, cells: { Fob: '00A1', Day: '2026-03-09' } }] };

  test.each([
    ['commas', 'Fob,Day\n00A1,2026-03-09\n'],
    ['semicolons', 'Fob;Day\n00A1;2026-03-09\n'],
    ['tabs', 'Fob\tDay\n00A1\t2026-03-09\n'],
    ['a byte order mark and CRLF', '\ufeffFob,Day\r\n00A1,2026-03-09\r\n'],
    ['old Mac line ends', 'Fob,Day\r00A1,2026-03-09\r'],
    ['quotes', '"Fob","Day"\n"00A1","2026-03-09"'],
    ['blank lines after', 'Fob,Day\n00A1,2026-03-09\n\n,\n  ,\n'],
  ])('with %s is read', async (_, content) => {
    expect(await read(content)).toEqual(expected);
  });

  test.each([
    ['separators', ','.repeat(3_900_000), 2],
    ['cells', 'x,'.repeat(1_950_000), 2],
    ['quoted cells', '"x",'.repeat(970_000), 2],
    ['quoted cells over several physical lines', `"\n",${`"a\nb",${','.repeat(1000)}`.repeat(200)}`, 2],
    ['text without a line end', 'x'.repeat(3_900_000), 2],
  ])(
    'with a line of %s that is too long is refused by its number, before it is split',
    async (_, long, line) => {
      const began = performance.now();
      expect(await refused(`Fob,Day\n${long}\n00A1,2026-03-09\n`, { maxBytes: 5_000_000 })).toBe(
        `Line ${line} has more than 100,000 characters. Check the line ends of the file and try again.`,
      );
      expect(performance.now() - began).toBeLessThan(1000);
    },
  );

  test('is not read as one line because of a stray quote in a cell', async () => {
    const rows = Array.from({ length: 5000 }, (_, index) => `0${index},5" pipe and 20 more characters\n`);
    const { rows: found } = await readSheet(Buffer.from(`Fob,Day\n${rows.join('')}`), 'check-ins.csv', {
      ...csvLimits,
      maxBytes: 5_000_000,
      maxRows: 6000,
    });
    expect(found).toHaveLength(5000);
  });

  test('is read in UTF-16, as Excel saves Unicode text', async () => {
    expect(await read(Buffer.from('\ufeffFob\tDay\r\n00A1\t2026-03-09', 'utf16le'))).toEqual(expected);
  });

  test('preserves line numbers with Excel’s separator line', async () => {
    expect((await read('sep=;\nFob;Day\n00A1;2026-03-09')).rows[0]).toMatchObject({
      line: 3,
      cells: { Fob: '00A1' },
    });
  });

  test('preserves separators, quotes, and line breaks within quotes, and counts their lines', async () => {
    const sheet = await read('Fob,Note\n1,"a, ""b""\r\nc"\n2,x');
    expect(sheet.rows.map(({ line, cells }) => [line, cells.Fob, cells.Note])).toEqual([
      [2, '1', 'a, "b"\r\nc'],
      [4, '2', 'x'],
    ]);
  });

  test('is read with one column', async () => {
    expect((await read('Fob\n1\n\n2')).rows.map(({ line, cells }) => [line, cells.Fob])).toEqual([
      [2, '1'],
      [4, '2'],
    ]);
  });
});

describe('a text file is refused', () => {
  test.each([
    ['when a quote stays open', 'Fob,Note\n1,x\n2,"open\n3,y', 'A quotation mark on line 3 is not closed.'],
    ['when it is binary', 'PK\u0003\u0004\0\0', 'This is not a text file. Save it as CSV and try again.'],
    ['when it is empty', '\ufeff\n\n', 'The first sheet is empty.'],
    ['when a title comes twice', 'Fob,fob\n', 'The title "fob" occurs twice, again in B1.'],
  ])('%s', async (_, content, message) => {
    expect(await refused(content)).toBe(message);
  });

  test('with too many rows, lines, columns, or characters', async () => {
    expect(await refused('Fob\n1\n2\n3', { maxRows: 2 })).toBe(
      'The file has 3 rows; the maximum per upload is 2.',
    );
    expect(await refused(`Fob\n${'\n'.repeat(1100)}1`, { maxRows: 2 })).toBe(
      'The file has more than 1,002 lines. Split it into several files.',
    );
    expect(await refused('a,b,c', { maxColumns: 2 })).toBe('Line 1 has more than 2 columns.');
    expect(await refused(`Fob\n${'x'.repeat(32_768)}`, { maxBytes: 50_000 })).toBe(
      'Line 2 contains a field with too much text.',
    );
  });

  test('where only workbooks are accepted', async () => {
    expect(await refusalOf(Buffer.from('a,b'), 'a.csv')).toBe('Choose a file that ends in .xlsx.');
    expect(await refusalOf(Buffer.from('a,b'), 'a.txt', csvLimits)).toBe(
      'Choose a file that ends in .xlsx or .csv.',
    );
  });

  test('or read to its end for any position of quotes', async () => {
    for (const hostile of ['"'.repeat(1_000_001), '"a" '.repeat(250_000), '"\n'.repeat(300_001)]) {
      try {
        await read(hostile);
      } catch {
        // refused or read: the test verifies only that it ends
      }
      await refused(hostile, { maxBytes: 5_000_000 });
    }
  });
});
