import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nachaBatches } from '../../shared/bank-files/bank-flows.ts';
import { buildNachaFile } from '../../shared/bank-files/nacha/write-file.ts';
import { readNachaFile } from '../../shared/bank-files/nacha/read-file.ts';
import { batch, payments, moment, settings } from './bank-fixtures.ts';
import { defined } from '../support/defined.ts';

const samples = new URL('samples/', import.meta.url);
const sample = (name: string): string => readFileSync(new URL(name, samples), 'latin1');
const names = readdirSync(samples).filter((name) => name.endsWith('.ach'));
const ours = buildNachaFile(settings, nachaBatches(settings, [batch({ payments: payments(4) })]), moment);

describe('files of other banks', () => {
  it('all eight samples exist', () => {
    expect(names).toHaveLength(8);
  });

  it.each(names)('%s is read as its name states', (name) => {
    const { file, problems } = readNachaFile(sample(name));
    expect(problems.length === 0).toBe(name.includes('.valid.'));
    expect(file !== undefined).toBe(name.includes('.valid.'));
  });

  it('returns are read with their reasons and original entries', () => {
    const { file } = readNachaFile(sample('09-returns-R01-R03.valid.ach'));
    const entries = defined(file).batches.flatMap((each) => each.entries);
    expect(
      entries.map((entry) => [entry.transactionCode, entry.direction, entry.amount, entry.accountNumber]),
    ).toEqual([
      [26, 'debit', 12354, '123456789'],
      [21, 'credit', 4565, '867530999999'],
    ]);
    expect(entries.map((entry) => entry.returned)).toEqual([
      {
        code: 'R01',
        originalTrace: '091400600000001',
        originalBank: '09100001',
        dateOfDeath: undefined,
        information: '',
      },
      {
        code: 'R03',
        originalTrace: '091400600000003',
        originalBank: '02100002',
        dateOfDeath: undefined,
        information: '',
      },
    ]);
  });

  it('a notification of change is read with its corrected data', () => {
    const { file } = readNachaFile(sample('10-noc-C01.valid.ach'));
    expect(file?.batches[0]?.entries[0]?.change).toEqual({
      code: 'C01',
      originalTrace: '121042880000001',
      originalBank: '12104288',
      correctedData: '1918171614',
    });
  });
});

describe('the reader accepts any layout', () => {
  const right = readNachaFile(ours).file;
  const rows = ours.trimEnd().split('\n');
  it.each([
    ['CRLF line ends', ours.replaceAll('\n', '\r\n')],
    ['no line ends', ours.replaceAll('\n', '')],
    ['no padding lines', ours.replaceAll(/9{94}\n/g, '')],
    ['no padding lines and no line ends', ours.replaceAll(/9{94}\n/g, '').replaceAll('\n', '')],
    ['trimmed lines', rows.map((row) => row.trimEnd()).join('\n')],
    ['surplus blanks', rows.map((row) => `${row}   `).join('\n')],
    ['blank lines at the end', `${ours}\n\n`],
    ['lower-case codes', ours.replace('WEBDUES', 'webDUES').replace('A094101', 'a094101')],
    ['a byte order mark', `\uFEFF${ours}`],
  ])('%s', (_title, text) => {
    expect(right).toBeDefined();
    expect(readNachaFile(text)).toEqual({ file: right, problems: [] });
    expect(readNachaFile(new TextEncoder().encode(text))).toEqual({ file: right, problems: [] });
  });
});

describe('the reader is strict about amounts', () => {
  const returns = sample('09-returns-R01-R03.valid.ach');
  const change = sample('10-noc-C01.valid.ach');
  it.each([
    ['an amount', ours.replace('0000000101', '0000000102')],
    ['a batch total', ours.replace('000000000406000000000000123', '000000000407000000000000123')],
    ['a file total', ours.replace(/000000000406(?=0{12} {39})/, '000000000407')],
    ['a hash', ours.replace(/^8225000004(\d{9})\d/m, '8225000004$19')],
    ['a check digit', ours.replace('231380104123', '231380105123')],
    ['a trace prefix', ours.replace('R 012104288', 'R 022104288')],
    ['traces in disorder', ours.replace('R 0121042880000001', 'R 0121042880000003')],
    ['a credit in a debit batch', ours.replace('\n627', '\n622')],
    ['a wrong entry count', ours.replace('8225000004', '8225000005')],
    ['an amount that is no number', ours.replace('0000000101', '00000001O1')],
    ['an original trace with a letter', returns.replace('R0109140060000000', 'R01091400600O0000')],
    ['an original trace of a change with a letter', change.replace('C0112104288000000', 'C01121042880O0000')],
    ['a change to nothing', change.replace('1918171614', ' '.repeat(10))],
    ['a missing return addenda', returns.replace(/799R01.*\n/, '')],
    ['a batch that is missing', ours.replace(/5225[^]*?\n(?=9000)/, '')],
    ['a missing file control', ours.replace(/\n9000[^]*/, '\n')],
    ['a letter that is not ASCII', returns.replace('Paul Jones', 'Paül Jones')],
    ['nothing at all', ''],
  ])('%s is not taken', (_title, text) => {
    expect(text).not.toBe(ours);
    expect([returns, change]).not.toContain(text);
    const { file, problems } = readNachaFile(text);
    expect(file).toBeUndefined();
    expect(problems.length).toBeGreaterThan(0);
  });

  it.each([
    ['A credit is not allowed in service class 225 and WEB.', ours.replace('\n627', '\n622')],
    [
      'The entry is in a batch of returns but has no return addenda.',
      returns.replace(/^(6.{77})1(.{14}).\n799R01.*\n/m, '$&$10$29\n'),
    ],
    ['The block count is missing.', ours.replace(/^(9\d{6})\d{6}/m, '$1      ')],
  ])('%s', (message, text) => {
    expect(readNachaFile(text).problems.map((problem) => problem.message)).toContain(message);
  });

  it('an unknown reason code is displayed, and the entry can be quarantined', () => {
    const { file, problems } = readNachaFile(returns.replace('799R01', '799R99'));
    expect(problems).toMatchObject([{ about: 'code', line: 4, position: 4 }]);
    expect(file?.batches[0]?.entries[0]?.returned?.code).toBe('R99');
    expect(readNachaFile(sample('10-noc-C01.valid.ach').replace('798C01', '798C99')).problems).toMatchObject([
      { about: 'code', line: 4 },
    ]);
  });

  it('a returned prenote has no amount', () => {
    const text = returns.replace('0000012354', '0000000000').replaceAll('000000012354', '000000000000');
    expect(readNachaFile(text).problems).toEqual([]);
  });

  it('never throws on any bytes', () => {
    const cuts = fc.record({
      at: fc.nat(ours.length),
      drop: fc.nat(200),
      text: fc.string({ unit: 'binary' }),
    });
    fc.assert(
      fc.property(cuts, fc.string({ unit: 'binary' }), ({ at, drop, text }, anything) => {
        const mangled = ours.slice(0, at) + text + ours.slice(at + drop);
        expect(readNachaFile(mangled).problems).toBeInstanceOf(Array);
        expect(readNachaFile(anything).problems.length).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });
});
