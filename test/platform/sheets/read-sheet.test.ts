import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readSheet } from '../../../functions/platform/sheets/read-sheet.ts';
import { limits, text, workbook, workbookParts, zipped } from './make-workbook.ts';
import { defined } from '../../support/defined.ts';

const read = (bytes: Uint8Array) => readSheet(bytes, 'people.xlsx', limits);
const rowsOf = async (bytes: Uint8Array) =>
  (await read(bytes)).rows.map(({ line, cells }) => [line, ...Object.values(cells)]);

describe('a workbook of LibreOffice', async () => {
  const sheet = await read(readFileSync(new URL('../samples/recipients-libreoffice.xlsx', import.meta.url)));

  test('is read from its first visible sheet, not from the hidden one before it', () => {
    expect(sheet.header).toEqual([
      'First Name',
      'Last Name',
      'E-mail',
      'Date of Birth',
      'Checked in',
      'Key Fob',
      'Active',
      'Dues',
    ]);
  });

  test('returns dates, numbers, rich text, and formula results as text with displayed line numbers', () => {
    expect(sheet.rows).toEqual([
      {
        line: 2,
        cells: {
          'First Name': 'Zoë',
          'Last Name': "O'Brien & Søn",
          'E-mail': 'zoe@example.com',
          'Date of Birth': '1984-02-29',
          'Checked in': '2026-03-09T18:30:00',
          'Key Fob': '1234567',
          Active: '1',
          Dues: '12.34567',
        },
      },
      {
        line: 6,
        cells: {
          'First Name': 'Łukasz',
          'Last Name': 'Li\nWagner',
          'E-mail': 'lukasz@example.com',
          'Date of Birth': '03/09/1990',
          'Checked in': '',
          'Key Fob': '0012AE3',
          Active: '0',
          Dues: 'two words',
        },
      },
    ]);
  });
});

describe('cells', () => {
  const header = `<row r="1">${text('A')}${text('B')}</row>`;
  const first = async (cell: string) => (await rowsOf(workbook(`${header}<row r="2">${cell}</row>`)))[0]?.[1];

  test.each([
    ['a shared string', '<c r="A2" t="s"><v>1</v></c>', 'Name'],
    ['an inline string', '<c r="A2" t="inlineStr"><is><t xml:space="preserve"> a </t></is></c>', ' a '],
    [
      'rich text',
      '<c r="A2" t="inlineStr"><is><r><t>Jo</t></r><r><rPr><b/></rPr><t>hn</t></r></is></c>',
      'John',
    ],
    [
      'a phonetic guide',
      '<c r="A2" t="inlineStr"><is><t>東</t><rPh sb="0" eb="1"><t>ヒガシ</t></rPh></is></c>',
      '東',
    ],
    ['a whole number', '<c r="A2"><v>1234567</v></c>', '1234567'],
    ['a number whose last digits are lost', '<c r="A2"><v>1.2345678E+19</v></c>', '1.2345678E+19'],
    ['an exact number with an exponent', '<c r="A2"><v>1.2345678E+11</v></c>', '123456780000'],
    ['a very small number', '<c r="A2"><v>1E-7</v></c>', '0.0000001'],
    ['a sum with a float artifact', '<c r="A2"><v>0.30000000000000004</v></c>', '0.3'],
    ['a negative number', '<c r="A2"><v>-12.5</v></c>', '-12.5'],
    ['a built-in date', '<c r="A2" s="1"><v>46090</v></c>', '2026-03-09'],
    ['a custom date with time', '<c r="A2" s="2"><v>46090.770833333336</v></c>', '2026-03-09T18:30:00'],
    ['a time a breath before midnight', '<c r="A2" s="2"><v>46089.9999999999</v></c>', '2026-03-09'],
    ['a time alone', '<c r="A2" s="4"><v>0.770833333333333</v></c>', '18:30:00'],
    ['the day after the 29 February 1900 that never was', '<c r="A2" s="1"><v>61</v></c>', '1900-03-01'],
    ['an early day', '<c r="A2" s="1"><v>1</v></c>', '1900-01-01'],
    ['a number format with a quoted d', '<c r="A2" s="3"><v>46090</v></c>', '46090'],
    ['a negative number in a date style', '<c r="A2" s="1"><v>-3</v></c>', '-3'],
    ['an ISO date cell', '<c r="A2" t="d"><v>2026-03-09T00:00:00.000Z</v></c>', '2026-03-09'],
    ['true', '<c r="A2" t="b"><v>1</v></c>', 'TRUE'],
    ['false', '<c r="A2" t="b"><v>0</v></c>', 'FALSE'],
    ['a formula that gave text', '<c r="A2" t="str"><f>A1&amp;"x"</f><v>Ax</v></c>', 'Ax'],
    ['a formula that gave a number', '<c r="A2"><f>1+1</f><v>2</v></c>', '2'],
    ['an error', '<c r="A2" t="e"><v>#N/A</v></c>', '#N/A'],
    ['entities', '<c r="A2" t="str"><v>&lt;&amp;&#x141;&#322;&apos;&quot;</v></c>', '<&Łł\'"'],
    ['character data', '<c r="A2" t="str"><v><![CDATA[a<b]]></v></c>', 'a<b'],
    ['an escaped return', '<c r="A2" t="str"><v>a_x000D_b</v></c>', 'a\rb'],
    ['a dash of comment', '<c r="A2" t="str"><v>a<!-- no -->b</v></c>', 'ab'],
  ])('%s', async (_, cell, expected) => {
    expect(await first(cell)).toBe(expected);
  });

  test('without a position follow the previous one, and rows likewise', async () => {
    const sheet = workbook(
      `<row>${text('A')}${text('B')}</row><row><c/>${text('b')}</row><row>${text('c')}</row>`,
    );
    expect(await rowsOf(sheet)).toEqual([
      [2, '', 'b'],
      [3, 'c', ''],
    ]);
  });

  test('cost nothing if blank, even at the far corner', async () => {
    const corner = '<row r="1048576"><c r="XFD1048576" s="1"/></row>';
    expect(await rowsOf(workbook(`${header}<row r="4">${text('x')}</row>${corner}`))).toEqual([[4, 'x', '']]);
  });

  test('of a workbook with the 1904 epoch shift by four years and a day', async () => {
    const parts = workbookParts(`${header}<row r="2"><c r="A2" s="1"><v>44628</v></c></row>`);
    const from1904 = defined(parts['xl/workbook.xml']).replace(
      '<sheets>',
      '<workbookPr date1904="1"/><sheets>',
    );
    expect((await rowsOf(zipped({ ...parts, 'xl/workbook.xml': from1904 })))[0]?.[1]).toBe('2026-03-09');
  });
});

describe('the table', () => {
  test('starts at the first line with text and omits blank lines and untitled columns', async () => {
    const sheet = workbook(
      `<row r="3">${text(' E-mail  address ')}<c/>${text('Name')}</row><row r="4">${text(' ')}</row>` +
        `<row r="9">${text('a@b.c')}${text('note')}${text('Ann')}</row>`,
    );
    expect(await read(sheet)).toEqual({
      header: ['E-mail address', 'Name'],
      rows: [{ line: 9, cells: { 'E-mail address': 'a@b.c', Name: 'Ann' } }],
    });
  });

  test('may have columns with the names of object properties', async () => {
    const sheet = await read(
      workbook(`<row>${text('__proto__')}${text('constructor')}</row><row>${text('a')}</row>`),
    );
    expect(Object.entries(defined(sheet.rows[0]).cells)).toEqual([
      ['__proto__', 'a'],
      ['constructor', ''],
    ]);
    expect('toString' in defined(sheet.rows[0]).cells).toBe(false);
  });
});
