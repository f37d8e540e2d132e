import { strFromU8, unzipSync } from 'fflate';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainNumber } from '../../../functions/platform/sheets/cell-number.ts';
import { withGuard, withoutGuard } from '../../../functions/platform/sheets/write-csv.ts';
import { readSheet } from '../../../functions/platform/sheets/read-sheet.ts';
import { visibleText } from '../../../shared/visible-text.ts';
import { writeSheet } from '../../../functions/platform/sheets/write-sheet.ts';
import { limits } from './make-workbook.ts';
import { defined } from '../../support/defined.ts';

const read = (bytes: Uint8Array) => readSheet(bytes, 'out.xlsx', { ...limits, maxBytes: 1_000_000 });
const partOf = (bytes: Uint8Array, name: string) => strFromU8(defined(unzipSync(bytes)[name]));
const day = (date: Date | null) => date?.toISOString().slice(0, 10) ?? '';
const columns = [
  { title: 'Name', kind: 'text' },
  { title: 'Visits', kind: 'number' },
  { title: 'Dues', kind: 'money' },
  { title: 'Day', kind: 'date' },
] as const;

describe('a written sheet', () => {
  test('contains numbers as numbers, money in dollars, and dates as dates', async () => {
    const bytes = await writeSheet({
      sheetName: 'Visits',
      columns,
      rows: [['Ann', 12, 125_050, '2026-03-09']],
    });
    const xml = partOf(bytes, 'xl/worksheets/sheet1.xml');
    expect(xml).toMatch(/<c r="B2"[^>]*><v>12<\/v>/);
    expect(xml).toMatch(/<c r="C2"[^>]*><v>1250.5<\/v>/);
    expect(xml).toMatch(/<c r="D2"[^>]*><v>46090<\/v>/);
    expect(partOf(bytes, 'xl/styles.xml')).toContain('formatCode="&quot;$&quot;#,##0.00"');
    expect((await read(bytes)).rows).toEqual([
      { line: 2, cells: { Name: 'Ann', Visits: '12', Dues: '1250.5', Day: '2026-03-09' } },
    ]);
  });

  test('has a bold, frozen header', async () => {
    const bytes = await writeSheet({ sheetName: 'Visits', columns, rows: [] });
    expect(partOf(bytes, 'xl/worksheets/sheet1.xml')).toMatch(/<pane [^>]*ySplit="1"[^>]*state="frozen"/);
    const style = Number(defined(/<c r="A1" s="(\d+)"/.exec(partOf(bytes, 'xl/worksheets/sheet1.xml')))[1]);
    const styles = partOf(bytes, 'xl/styles.xml');
    const format = defined(defined(defined(styles.split('<cellXfs')[1]).match(/<xf [^>]*>/g))[style]);
    const font = Number(defined(/fontId="(\d+)"/.exec(format))[1]);
    expect(defined(styles.match(/<font>.*?<\/font>/g))[font]).toContain('<b/>');
    expect(await read(bytes)).toEqual({ header: ['Name', 'Visits', 'Dues', 'Day'], rows: [] });
  });

  test.each(['=1+1', '+1 651 555 0100', '-2', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', "'=1"])(
    'neutralizes the text %j and restores it when read',
    async (text) => {
      const bytes = await writeSheet({
        sheetName: 'People',
        columns: [{ title: text, kind: 'text' }],
        rows: [[text]],
      });
      const strings = [...partOf(bytes, 'xl/sharedStrings.xml').matchAll(/<t[^>]*>([^<]*)<\/t>/g)];
      expect(strings.length).toBeGreaterThan(0);
      for (const [, written] of strings) expect(written).toMatch(/^(?:'|&apos;)/);
      expect(partOf(bytes, 'xl/worksheets/sheet1.xml')).not.toContain('<f>');
      expect(Object.values(defined((await read(bytes)).rows[0]).cells)).toEqual([text]);
    },
  );

  test('accepts any sheet name', async () => {
    for (const [name, expected] of [
      ["'Fees: [2026/03]*?'", 'Fees 2026 03'],
      ['', 'Sheet1'],
      ['A very long name of a partner and then some', 'A very long name of a partner a'],
    ] as const) {
      const bytes = await writeSheet({ sheetName: name, columns, rows: [] });
      expect(partOf(bytes, 'xl/workbook.xml')).toContain(`name="${expected}"`);
    }
  });

  test('cuts text above the cell limit visibly', async () => {
    const bytes = await writeSheet({ sheetName: 'Long', columns, rows: [['x'.repeat(40_000)]] });
    const { Name } = defined((await read(bytes)).rows[0]).cells;
    expect(Name).toHaveLength(32_767);
    expect(Name?.endsWith('…')).toBe(true);
  });

  test('refuses a value that is not a number', async () => {
    await expect(writeSheet({ sheetName: 'X', columns, rows: [['a', Number.NaN]] })).rejects.toThrow(
      RangeError,
    );
  });

  test('is read back as it was written', async () => {
    const noncharacter =
      /[\u{1fffe}\u{1ffff}\u{2fffe}\u{2ffff}\u{3fffe}-\u{3ffff}\u{4fffe}-\u{4ffff}]|\p{Cn}/u;
    const anyText = fc
      .oneof(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.constantFrom(
          '=1+1',
          "''=x",
          '_x000D_',
          '_x005F_x',
          '__proto__',
          'constructor',
          'toString',
          ' a ',
          '\r\n',
        ),
      )
      .filter((text) => !noncharacter.test(text));
    const row = fc.tuple(
      anyText,
      fc.option(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 })),
      fc.option(fc.integer({ min: -9_999_999_999, max: 9_999_999_999 })),
      fc.option(fc.date({ min: new Date('1900-03-01'), max: new Date('2999-12-31'), noInvalidDate: true })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (rows) => {
        const bytes = await writeSheet({
          sheetName: 'People',
          columns,
          rows: rows.map(([name, visits, dues, date]) => [name, visits, dues, day(date)]),
        });
        const expected = rows
          .map(([name, visits, dues, date], index) => ({
            line: index + 2,
            cells: {
              Name: visibleText(name),
              Visits: visits === null ? '' : plainNumber(visits),
              Dues: dues === null ? '' : String(dues / 100),
              Day: day(date),
            },
          }))
          .filter(({ cells }) => Object.values(cells).some((text) => text.trim() !== ''));
        expect((await read(bytes)).rows).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });
});

test('removes the guard exactly where it was added', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("'", '=', '-', 'a', '\t') }), (text) => {
      expect(withoutGuard(withGuard(text))).toBe(text);
      expect(withGuard(text)).not.toMatch(/^[=+\-@\t\r]/);
    }),
  );
});
