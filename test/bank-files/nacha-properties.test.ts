import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nachaBatches, type FlowBatch } from '../../shared/bank-files/bank-flows.ts';
import { type BankSettings, maskBankFile } from '../../shared/bank-files/bank-settings.ts';
import { checkNachaFile } from '../../shared/bank-files/nacha/check-file.ts';
import { buildNachaFile, countLines } from '../../shared/bank-files/nacha/write-file.ts';
import type { NachaBatch } from '../../shared/bank-files/nacha/format.ts';
import { readNachaFile } from '../../shared/bank-files/nacha/read-file.ts';
import { fileIdModifierOf, splitEntries, writeBankFiles } from '../../shared/bank-files/split-entries.ts';
import { balancedSettings, batch, line, payments, moment, settings, someBatches } from './bank-fixtures.ts';
import { defined } from '../support/defined.ts';

const someSettings = fc.constantFrom(settings, balancedSettings);

const asRead = (using: BankSettings, written: NachaBatch) => ({
  serviceClass: written.serviceClass,
  entryClass: written.entryClass,
  description: written.description,
  effectiveDate: written.effectiveDate,
  number: written.number,
  odfi: using.odfi.slice(0, 8),
  entries: written.entries.map(({ addenda, ...entry }) => ({ ...entry, remittances: addenda })),
});

const total = (batches: FlowBatch[], flows: string[]): number =>
  batches
    .filter(({ bankFlow: flow }) => flows.includes(flow))
    .flatMap((each) => each.payments)
    .reduce((sum, { amount }) => sum + amount, 0);

describe('writer, checker, and reader', () => {
  it('agree: written files are valid and are read as they were written', () => {
    fc.assert(
      fc.property(someSettings, someBatches, (using, batches) => {
        const written = nachaBatches(using, batches);
        const text = buildNachaFile(using, written, moment);
        expect(checkNachaFile(text)).toEqual([]);
        const { file, problems } = readNachaFile(text);
        expect(problems).toEqual([]);
        expect(file).toMatchObject({ createdOn: '2026-11-20', createdAt: '1205', fileIdModifier: 'A' });
        expect(defined(file).batches).toMatchObject(written.map((each) => asRead(using, each)));
      }),
    );
  });

  it('the totals are the sums of the entries, and balanced files have a total of zero', () => {
    fc.assert(
      fc.property(someBatches, (batches) => {
        const debit = total(batches, ['partnerWithdrawal', 'memberDues']);
        const credit = total(batches, ['facilityDeposit', 'memberReimbursement']);
        const plain = defined(
          readNachaFile(buildNachaFile(settings, nachaBatches(settings, batches), moment)).file,
        );
        expect([plain.totals.debit, plain.totals.credit]).toEqual([debit, credit]);
        const even = nachaBatches(balancedSettings, batches);
        const balanced = defined(readNachaFile(buildNachaFile(balancedSettings, even, moment)).file);
        expect([balanced.totals.debit, balanced.totals.credit]).toEqual([debit + credit, debit + credit]);
      }),
    );
  });
});

describe('a long run', () => {
  it.each([
    ['plain', settings, 25_000, 3],
    ['balanced', balancedSettings, 9_996, 2],
  ] as const)(
    'of %s files is split without loss into files of at most 10,000 lines',
    (_title, using, count, files) => {
      const run = [
        batch({ payments: payments(5) }),
        batch({ bankFlow: 'facilityDeposit', payments: payments(count - 5) }),
      ];
      const texts = [...writeBankFiles(using, run, { instant: moment.instant, firstFile: 1 })];
      expect(texts.map(({ fileIdModifier }) => fileIdModifier)).toEqual(['B', 'C', 'D'].slice(0, files));
      const read = texts.map(({ text }) => defined(readNachaFile(text).file));
      for (const { text, batches } of texts) {
        expect(countLines(batches)).toBeLessThanOrEqual(10_000);
        expect(checkNachaFile(text)).toEqual([]);
      }
      const entries = read.flatMap((file) => file.batches).flatMap((each) => each.entries);
      expect(entries.filter(({ name }) => name !== 'OFFSET').map(({ id }) => id)).toEqual(
        run.flatMap((each) => each.payments).map(({ key }) => key),
      );
      expect(new Set(entries.map(({ trace }) => trace)).size).toBe(entries.length);
    },
  );

  it('counts addenda as lines', () => {
    const deposits = payments(6000).map((each) => ({ ...each, remittance: 'November 2026: 1 member' }));
    const files = splitEntries(settings, [batch({ bankFlow: 'facilityDeposit', payments: deposits })]);
    expect(files.map((file) => defined(file[0]).payments.length)).toEqual([4998, 1002]);
  });

  it('is split if its totals overflow', () => {
    const huge = Array.from({ length: 150 }, () => line({ amount: 9_999_999_999 }));
    expect(
      splitEntries(settings, [batch({ payments: huge })]).map((file) => defined(file[0]).payments.length),
    ).toEqual([100, 50]);
    expect(splitEntries(balancedSettings, [batch({ payments: huge })])).toHaveLength(150);
  });

  it('is limited to 36 files per day', () => {
    expect([0, 25, 26, 35].map(fileIdModifierOf)).toEqual(['A', 'Z', '0', '9']);
    expect(() => fileIdModifierOf(36)).toThrow('36 files per day');
  });
});

describe('the masked file', () => {
  it('masks every account number and changes nothing else', () => {
    fc.assert(
      fc.property(someSettings, someBatches, fc.boolean(), (using, batches, broken) => {
        const written = buildNachaFile(using, nachaBatches(using, batches), moment);
        const text = broken ? written : written.replaceAll('\n', '');
        const masked = maskBankFile(text);
        expect(masked).toHaveLength(text.length);
        const width = broken ? 95 : 94;
        for (let index = 0; index < text.length; index += 1) {
          const position = index % width;
          const account = text[index - position] === '6' && position >= 12 && position < 29;
          if (!account) expect(masked[index]).toBe(text[index]);
        }
        for (let start = 0; start < text.length; start += width) {
          if (text[start] !== '6') continue;
          const shown = masked.slice(start + 12, start + 29).trim();
          const number = text.slice(start + 12, start + 29).trim();
          expect(shown).toBe(number.length > 4 ? 'x'.repeat(number.length - 4) + number.slice(-4) : 'xxxx');
        }
      }),
    );
  });

  it('masks the corrected account number of a notification of change', () => {
    const noc = `798C01121042880000001      121042881918171614${' '.repeat(34)}091012980000088`;
    expect(maskBankFile(noc)).toBe(noc.replace('1918171614', 'xxxxxx1614'));
  });
});
