import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readInboxFile } from '../../shared/bank-files/inbox-reader.ts';

const sample = (name: string) => readFileSync(`test/bank-files/samples/${name}`, 'latin1');
const read = (text: string) => readInboxFile(Buffer.from(text, 'latin1'));
const returns = sample('09-returns-R01-R03.valid.ach');
const change = sample('10-noc-C01.valid.ach');

describe('a file from the bank', () => {
  it('with returns has entries with code, trace, account, and amount', () => {
    const { kind, entries, notices } = read(returns);
    expect({ kind, notices }).toEqual({ kind: 'returns', notices: [] });
    expect(entries).toMatchObject([
      {
        about: 'return',
        code: 'R01',
        originalTrace: '091400600000001',
        originalBank: '09100001',
        accountNumber: '123456789',
        amount: 12354,
        direction: 'debit',
        error: null,
      },
      { about: 'return', code: 'R03', amount: 4565, direction: 'credit', error: null },
    ]);
  });

  it('with changes has the corrected data', () => {
    expect(read(change)).toMatchObject({
      kind: 'changes',
      entries: [{ about: 'change', code: 'C01', correctedData: '1918171614', amount: 0, error: null }],
    });
  });

  it('with returns and changes is mixed', () => {
    const body = (text: string) => text.split('\n').filter((line) => /^[5678]/.test(line));
    expect(read([...body(returns), ...body(change)].join('\n'))).toMatchObject({
      kind: 'mixed',
      entries: [{ code: 'R01' }, { code: 'R03' }, { code: 'C01' }],
    });
  });

  it('is readable without file header, batch header, controls, and line ends', () => {
    const bare = returns.split('\n').filter((line) => /^[67]/.test(line));
    for (const text of [bare.join('\n'), bare.map((line) => line.padEnd(94)).join('')]) {
      const { kind, entries, notices } = read(text);
      expect(kind).toBe('returns');
      expect(entries.map(({ code, error }) => [code, error])).toEqual([
        ['R01', null],
        ['R03', null],
      ]);
      expect(notices.length).toBeGreaterThan(0);
    }
  });

  it('with an invalid entry is readable except for that entry', () => {
    const odd = returns.replace('799R01', '799R00').replace('0000012354', '00000X2354');
    expect(read(odd).entries).toMatchObject([
      { error: 'The amount must be digits.' },
      { code: 'R03', error: null },
    ]);
    expect(read(returns.replace('799R01', '799R00')).entries[0]?.error).toContain('R00 is unknown');
    const forward = read(sample('01-ccd-debit.valid.ach'));
    expect(forward.entries.every(({ about, error }) => about === 'other' && error)).toBe(true);
  });

  it('with wrong totals is readable and reports them', () => {
    const { entries, notices } = read(
      returns.replaceAll('000000012354000000004565', '000000012355000000004565'),
    );
    expect(entries).toHaveLength(2);
    expect(JSON.stringify(notices)).toContain('debit total');
  });

  it('that contains only header and control of our file is an acknowledgment', () => {
    const lines = sample('01-ccd-debit.valid.ach').split('\n');
    const controls = lines.filter((line) => line.startsWith('1') || /^9\d{5}[^9]/.test(line));
    const { kind, acknowledged } = read(controls.join('\n'));
    expect(kind).toBe('acknowledgement');
    expect(acknowledged).toHaveLength(1);
    expect(acknowledged[0]?.fileIdModifier).toMatch(/^[A-Z0-9]$/);
  });

  it.each(['', 'hello', '%PDF-1.7\n%âãÏÓ', '{"a":1}', '6'.repeat(3), '\u0000'.repeat(500)])(
    'in any other format is unreadable without an exception (%#)',
    (text) => {
      const { kind, entries } = read(text);
      expect(entries.every(({ error }) => error !== null)).toBe(true);
      if (!text.startsWith('6')) expect(kind).toBe('unreadable');
    },
  );
});
