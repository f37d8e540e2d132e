import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nachaBatches } from '../../shared/bank-files/bank-flows.ts';
import { checkNachaFile, errorsOf, scanNachaFile } from '../../shared/bank-files/nacha/check-file.ts';
import { entryLine } from '../../shared/bank-files/nacha/write-records.ts';
import { batchTotals, buildNachaFile, nachaBytes } from '../../shared/bank-files/nacha/write-file.ts';
import { readNachaFile } from '../../shared/bank-files/nacha/read-file.ts';
import { balancedSettings, batch, payments, moment, settings, someBatches } from './bank-fixtures.ts';

const someSettings = fc.constantFrom(settings, balancedSettings, {
  ...settings,
  entryClass: { ...settings.entryClass, memberDues: 'WEB' as const },
});
const utf8 = new TextEncoder();
const agree = (bytes: Uint8Array, about: string): boolean => {
  const isRight = scanNachaFile(bytes) !== undefined;
  expect(isRight, about).toBe(errorsOf(bytes).length === 0);
  if (isRight) expect(readNachaFile(bytes).problems, about).toEqual([]);
  return isRight;
};

describe('the single-pass validation', () => {
  it('accepts valid files entry by entry, with the totals of their batches', () => {
    fc.assert(
      fc.property(someSettings, someBatches, (using, batches) => {
        const written = nachaBatches(using, batches);
        const bytes = nachaBytes(using, written, moment);
        const amounts: number[] = [];
        const scanned = scanNachaFile(bytes, (all, start) =>
          amounts.push(Number(Buffer.from(all.subarray(start + 29, start + 39)).toString())),
        );
        const sum = (part: 'debit' | 'credit') =>
          written.map(batchTotals).reduce((total, totals) => total + totals[part], 0);
        expect(scanned).toMatchObject({
          batches: written.length,
          totals: { debit: sum('debit'), credit: sum('credit') },
        });
        expect(amounts).toEqual(written.flatMap(({ entries }) => entries.map(({ amount }) => amount)));
        agree(bytes, 'as written');
      }),
    );
  });

  it('agrees with the strict checker on every changed byte', () => {
    const deposits = payments(3).map((bankLine, at) => ({
      ...bankLine,
      ...(at === 1 && { remittance: 'November' }),
    }));
    const run = [
      batch({ payments: payments(2) }),
      batch({ bankFlow: 'facilityDeposit', payments: deposits }),
    ];
    const right = utf8.encode(buildNachaFile(balancedSettings, nachaBatches(balancedSettings, run), moment));
    let stillRight = 0;
    for (let index = 0; index < right.length; index += 1)
      for (const value of [0x20, 0x30, 0x31, 0x35, 0x39, 0x41, 0x0a, 0x80]) {
        const changed = right.slice();
        changed[index] = value;
        if (agree(changed, `byte ${index} becomes ${value}`)) stillRight += 1;
      }
    // names, ids, and texts can differ; amounts, accounts of the right length, and controls cannot
    expect(stillRight).toBeGreaterThan(500);
  });

  it('agrees with the strict checker on truncated, duplicated, and shuffled files', () => {
    fc.assert(
      fc.property(someSettings, someBatches, fc.nat(), fc.nat(), (using, batches, from, to) => {
        const text = buildNachaFile(using, nachaBatches(using, batches), moment);
        const all = text.split('\n').slice(0, -1);
        const [a, b] = [from % all.length, to % all.length];
        const swapped = all.with(a, all[b] ?? '').with(b, all[a] ?? '');
        for (const records of [all.slice(0, a), [...all, ...all.slice(a)], all.toSpliced(a, 1), swapped])
          agree(utf8.encode(records.join('\n')), `${a} ${b}`);
        agree(utf8.encode(text.slice(0, -1)), 'without its last line end');
        agree(utf8.encode(text.replaceAll('\n', '\r\n')), 'with other line ends');
      }),
      { numRuns: 60 },
    );
  });

  it('agrees with the strict checker on the samples', () => {
    for (const name of ['01-ccd-debit.valid', '13-bad-check-digit.invalid', '09-returns-R01-R03.valid']) {
      const bytes = readFileSync(new URL(`samples/${name}.ach`, import.meta.url));
      expect(scanNachaFile(bytes) !== undefined).toBe(errorsOf(bytes).length === 0);
    }
    expect(checkNachaFile('')).toEqual(errorsOf(''));
  });
});

it('entries written as bytes equal those written as text', () => {
  fc.assert(
    fc.property(someSettings, someBatches, (using, batches) => {
      const odfi = using.odfi.slice(0, 8);
      const written = nachaBatches(using, batches);
      const text = buildNachaFile(using, written, moment);
      const expected = written.flatMap((each) =>
        each.entries.map((entry, index) =>
          entryLine(each, entry, { settings: using, odfi, lastTrace: '', batchPath: '', index }),
        ),
      );
      expect(text.split('\n').filter((record) => record.startsWith('6'))).toEqual(expected);
    }),
  );
});
