import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numberFormat } from '../../../functions/platform/sheets/cell-number.ts';
import { findSheet, readSheet } from '../../../functions/platform/sheets/read-sheet.ts';
import { isScientific } from '../../../shared/visible-text.ts';
import { limits, text, workbookParts, zipped } from './make-workbook.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const csvLimits = { ...limits, formats: ['xlsx', 'csv'] as const };
const attribute = (code: string) =>
  code.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Returns what a workbook's cell with a number format is read as. */
async function cellOf(value: number, code: string): Promise<string | undefined> {
  const styles = `<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="170" formatCode="${attribute(code)}"/></numFmts><cellXfs><xf/><xf numFmtId="170"/></cellXfs></styleSheet>`;
  const sheet = `<row r="1">${text('A')}${text('B')}</row><row r="2"><c s="1"><v>${value}</v></c>${text('x')}</row>`;
  const parts = { ...workbookParts(sheet), 'xl/styles.xml': styles };
  return (await readSheet(zipped(parts), 'people.xlsx', limits)).rows[0]?.cells.A;
}

const csvRows = async (content: string | Uint8Array) =>
  (await readSheet(Buffer.from(content as string), 'people.csv', csvLimits)).rows.map(({ cells }) => cells);

describe('a number in a workbook is read as its cell displays it', () => {
  test.each([
    [417, '000000', '000417'],
    [2134, '00000', '02134'],
    [123_456_789, '000-00-0000', '123-45-6789'],
    [6_125_550_141, '[<=9999999]###-####;(###) ###-####', '(612) 555-0141'],
    [5_550_141, '[<=9999999]###-####;(###) ###-####', '555-0141'],
    [417, '"EMP-"0000', 'EMP-0417'],
    [417, '\\E0000', 'E0417'],
    [417, '0000"-A"', '0417-A'],
    [417, 'General" B"', '417 B'],
    [554_011_234, '00000\\-0000', '55401-1234'],
    [417, '[Red]0000;[Blue]-0000', '0417'],
    [417, '[$-409]0000', '0417'],
    [417, '0000_);(0000)', '0417'],
    [0, '0000', '0000'],
    [100_000, '0.00E+00', '1.00E+05'],
    [100_000, '##0.0E+0', '1.0E+05'],
    [30_819, '[$-409]d-mmm-yy;@', '1984-05-17'],
    [30_819, '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', '1984-05-17'],
  ])('%s as %s', async (value, code, expected) => {
    expect(await cellOf(value, code)).toBe(expected);
  });

  test.each([
    [1234.5, '#,##0.00'],
    [1234.5, '"$"#,##0.00'],
    [12, '"$"0'],
    [0.5, '0%'],
    [-1, '0;(0)'],
    [12.5, '0'],
    [0, '0;-0;"-"'],
    [1234, '#,##0'],
  ])('unless it is an amount: %s as %s', async (value, code) => {
    expect(await cellOf(value, code)).toBe(String(value));
  });

  test('for any identifier, by padding, prefix, or separators', () => {
    const identifier = fc.stringMatching(/^[0-9]{1,12}$/);
    const prefix = fc.constantFrom('', 'EMP-', 'A', 'No. ', 'x"y');
    fc.assert(
      fc.property(identifier, prefix, fc.integer({ min: 0, max: 12 }), (digits, before, cut) => {
        const zeros = '0'.repeat(digits.length);
        const quoted = before.replaceAll(/./g, '\\$&');
        const code = `${quoted}${zeros.slice(0, cut)}${cut > 0 && cut < digits.length ? '"-"' : ''}${zeros.slice(cut)}`;
        const displayed =
          cut > 0 && cut < digits.length ? `${digits.slice(0, cut)}-${digits.slice(cut)}` : digits;
        expect(numberFormat(170, code, false)(Number(digits))).toBe((before + displayed).trim());
      }),
    );
  });
});

describe('a text of a CSV is read as a spreadsheet displays it', () => {
  test.each([
    ['="00417"', '00417'],
    ['"=""00417"""', '00417'],
    ['=T("00417")', '00417'],
    ['"=""a ""quoted"" name"""'.replaceAll('""quoted""', '""""quoted""""'), 'a "quoted" name'],
    ["'00417", '00417'],
    ["'t Hooft", "'t Hooft"],
    ['\u200Bdana@larkspur.example\uFEFF', 'dana@larkspur.example'],
    ['da\u00ADna@larkspur.example', 'dana@larkspur.example'],
    ['Mary\u00A0Ann', 'Mary Ann'],
  ])('%s', async (field, expected) => {
    expect(await csvRows(`A,B\n${field},x\n`)).toEqual([{ A: expected, B: 'x' }]);
  });

  test('for any identifier that is protected from Excel', async () => {
    const identifier = fc.stringMatching(/^0[0-9A-E]{2,8}$/);
    const protections = [
      (id: string) => `="${id}"`,
      (id: string) => `"=""${id}"""`,
      (id: string) => `"${id}"`,
    ];
    await fc.assert(
      fc.asyncProperty(identifier, fc.constantFrom(...protections), async (id, protect) => {
        expect(await csvRows(`A,B\n${protect(id)},x\n`)).toEqual([{ A: id, B: 'x' }]);
      }),
    );
  });
});

describe('a table in text', () => {
  const expected = [
    { Name: 'Whitlock, Dana', Email: 'dana@larkspur.example' },
    { Name: 'Ames; Jo', Email: 'jo@larkspur.example' },
    { Name: 'Kovacs', Email: '' },
  ];
  const table = (separator: string) =>
    [['Name', 'Email'], ...expected.map((row) => [row.Name, row.Email])]
      .map((row) => row.map((field) => (/[,;]/.test(field) ? `"${field}"` : field)).join(separator))
      .join('\r\n');

  test.each([',', ';', '\t', '|'])(
    'is read with the separator %j, Ctrl-Z, and any encoding',
    async (separator) => {
      const content = `${table(separator)}\r\n\u001A`;
      for (const bytes of [
        content,
        `\uFEFF${content}`,
        `sep=${separator}\r\n${content}`,
        Buffer.from(content, 'utf16le'),
        Buffer.from(content, 'utf16le').swap16(),
        `${content}\0\0\0`,
      ])
        expect(await csvRows(bytes)).toEqual(expected);
    },
  );

  test('is read with any separator and fields that contain others', async () => {
    const field = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 ,;|.'-]{0,10}[A-Za-z0-9]$/);
    const row = fc.tuple(field, field, field);
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 3, maxLength: 9 }),
        fc.constantFrom(',', ';', '\t', '|'),
        async (rows, separator) => {
          const written = rows.map((cells) => cells.map((cell) => `"${cell}"`).join(separator));
          const header = ['First', 'Last', 'Note'].join(separator);
          const read = await csvRows(`${header}\n${written.join('\n')}`);
          expect(read.map((cells) => [cells.First, cells.Last, cells.Note])).toEqual(rows);
        },
      ),
    );
  });
});

test('a table below title lines is found, whatever separates its fields', async () => {
  const search = { isTitle: (title: string) => ['First Name', 'Last Name'].includes(title), fewest: 2 };
  for (const above of ['Larkspur Health Eligibility Census', 'Larkspur, Inc.; printed 11/25/2026'])
    for (const separator of [',', ';', '\t', '|']) {
      const rows = [
        ['First Name', 'Last Name', 'Phone'],
        ['Dana', 'Whitlock', ''],
        ['Imre', 'Kovacs', '612'],
      ];
      const content = [above, '', ...rows.map((row) => row.join(separator))].join('\n');
      const sheet = await findSheet(Buffer.from(content), 'people.csv', csvLimits, search);
      expect(sheet.rows.map(({ line, cells }) => [line, cells['Last Name']])).toEqual([
        [4, 'Whitlock'],
        [5, 'Kovacs'],
      ]);
    }
});

test('recognizes scientific notation, and no key fob number', () => {
  for (const changed of ['1.00E+05', '1E+05', '1.23457E+11', '1,00E+05', '1.5e5', '9.87E-03'])
    expect(isScientific(changed)).toBe(true);
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9A-E]{6,7}$/), (keyFobNumber) => {
      expect(isScientific(keyFobNumber)).toBe(false);
    }),
  );
});
