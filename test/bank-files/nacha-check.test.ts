import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nachaBatches } from '../../shared/bank-files/bank-flows.ts';
import { checkNachaFile } from '../../shared/bank-files/nacha/check-file.ts';
import { buildNachaFile } from '../../shared/bank-files/nacha/write-file.ts';
import { batch, line, payments, moment, settings } from './bank-fixtures.ts';
import { defined } from '../support/defined.ts';

const batches = [
  batch({ payments: payments(3) }),
  batch({
    bankFlow: 'facilityDeposit',
    payments: [line({ remittance: 'November 2026: 12 members' }), line()],
  }),
];
const file = buildNachaFile(settings, nachaBatches(settings, batches), moment);
const changed = (lineNumber: number, position: number, text: string): string => {
  const start = (lineNumber - 1) * 95 + position - 1;
  return file.slice(0, start) + text + file.slice(start + text.length);
};

describe('the checker', () => {
  it('accepts the writer’s files, as text or as bytes', () => {
    expect(checkNachaFile(file)).toEqual([]);
    expect(checkNachaFile(new TextEncoder().encode(file))).toEqual([]);
    expect(checkNachaFile(file.trimEnd())).toEqual([]);
  });

  it('accepts at most $1,000,000 per same-day entry', () => {
    const written = (amount: number, sameDayAt?: string) => {
      const flowBatch = batch({ effectiveDate: '2026-11-20', sameDayAt, payments: [line({ amount })] });
      return buildNachaFile(settings, nachaBatches(settings, [flowBatch]), moment);
    };
    const most = written(100_000_000, '1300');
    expect(checkNachaFile(most)).toEqual([]);
    const message = 'A same-day entry is limited to $1,000,000.';
    const more = most.replace('0100000000', '0100000001');
    expect(checkNachaFile(more)).toContainEqual(expect.objectContaining({ line: 3, message: message }));
    expect(checkNachaFile(written(100_000_001))).toEqual([]);
  });

  it.each([
    ['a priority code', 1, 2, '02'],
    ['a destination', 1, 13, '5'],
    ['an impossible creation date', 1, 24, '261320'],
    ['a record size', 1, 35, '095'],
    ['an unknown service class', 2, 2, '999'],
    ['an entry class', 2, 51, 'TEL'],
    ['an effective date on a Sunday', 2, 70, '261122'],
    ['a settlement date', 2, 76, '123'],
    ['a transaction code', 3, 2, '26'],
    ['a check digit', 3, 12, '5'],
    ['an account with letters', 3, 13, 'x'],
    ['an amount of zero', 3, 30, '0000000000'],
    ['a missing name', 3, 55, ' '.repeat(22)],
    ['an addenda indicator', 3, 79, '1'],
    ['a trace of another bank', 3, 80, '9'],
    ['traces that do not ascend', 4, 94, '1'],
    ['a batch hash', 6, 20, '1'],
    ['a batch count', 6, 10, '4'],
    ['a batch number in the control', 6, 94, '2'],
    ['batch numbers that do not ascend', 7, 94, '1'],
    ['an addenda of another type', 9, 2, '99'],
    ['an addenda of another entry', 9, 94, '5'],
    ['a file total', 12, 43, '1'],
    ['a block count', 12, 13, '1'],
    ['padding that is not nines', 13, 50, '8'],
    ['a control character', 3, 60, '\u0007'],
  ] as const)('finds %s', (_title, lineNumber, position, text) => {
    const problems = checkNachaFile(changed(lineNumber, position, text));
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.map((error) => error.line)).toContain(lineNumber);
    expect(problems.every((error) => error.message.endsWith('.'))).toBe(true);
  });

  it('detects errors that only other records reveal: an entry’s direction, an amount in the totals', () => {
    expect(checkNachaFile(changed(2, 2, '220')).map((error) => error.line)).toEqual([3, 4, 5, 6]);
    expect(checkNachaFile(changed(3, 39, '9')).map((error) => error.line)).toEqual([6, 12]);
  });

  it('reports the position of an error', () => {
    expect(checkNachaFile(changed(3, 12, '5'))).toEqual([
      { line: 3, position: 4, message: 'The routing number is wrong.' },
    ]);
  });

  it('detects missing, duplicate, short, and reordered lines', () => {
    const all = file.trimEnd().split('\n');
    for (let index = 0; index < all.length; index += 1) {
      expect(checkNachaFile(all.toSpliced(index, 1).join('\n')), `without line ${index + 1}`).not.toEqual([]);
      expect(
        checkNachaFile(all.with(index, `${all[index]} `).join('\n')),
        `long line ${index + 1}`,
      ).not.toEqual([]);
      expect(
        checkNachaFile(all.toSpliced(index, 0, defined(all[index])).join('\n')),
        `twice ${index + 1}`,
      ).not.toEqual([]);
    }
    expect(checkNachaFile(all.with(1, defined(all[2])).with(2, defined(all[1])).join('\n'))).not.toEqual([]);
    expect(checkNachaFile('')).not.toEqual([]);
    expect(checkNachaFile(file.replaceAll('\n', '\r\n'))).not.toEqual([]);
    expect(
      checkNachaFile(`${file}${'9'.repeat(94)}\n`.repeat(1) + `${'9'.repeat(94)}\n`.repeat(9)),
    ).not.toEqual([]);
  });

  it('detects every wrong digit in a field with a control', () => {
    // Routing, amount and trace prefix of the entries; counts, hash and totals of the controls; record types.
    const watched: [lineNumber: number, from: number, to: number][] = [
      ...[3, 4, 5, 8, 10].flatMap((entry): [number, number, number][] => [
        [entry, 1, 1],
        [entry, 4, 12],
        [entry, 30, 39],
        [entry, 80, 87],
      ]),
      ...[6, 11].map((control): [number, number, number] => [control, 1, 54]),
      [12, 1, 55],
    ];
    const somewhere = fc.constantFrom(...watched).chain(([lineNumber, from, to]) =>
      fc.record({
        lineNumber: fc.constant(lineNumber),
        position: fc.integer({ min: from, max: to }),
        digit: fc.nat(9),
      }),
    );
    fc.assert(
      fc.property(somewhere, ({ lineNumber, position, digit }) => {
        const wrong = changed(lineNumber, position, String(digit));
        if (wrong !== file) expect(checkNachaFile(wrong)).not.toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });
});
