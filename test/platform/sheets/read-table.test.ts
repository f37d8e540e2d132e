import { describe, expect, test } from 'vitest';
import { readTable } from '../../../functions/platform/sheets/read-table.ts';
import { Refusal } from '../../../shared/refusal.ts';

const columns = {
  email: { title: 'Email', aliases: ['E-mail address'] },
  firstName: { title: 'First name' },
  fob: { title: 'Key fob', optional: true },
};
const sheet = (header: string[], ...rows: string[][]) => ({
  header,
  rows: rows.map((texts, index) => ({
    line: index + 2,
    cells: Object.fromEntries(header.map((title, column) => [title, texts[column] ?? ''])),
  })),
});

const refusal = () => readTable(sheet(['Email', 'Key fob']), columns);

describe('a table', () => {
  test('is mapped by titles regardless of case, spaces, punctuation, and order', () => {
    const read = readTable(sheet(['FIRSTNAME', 'Note', ' e-Mail*'], [' Ann ', 'x', ' a@b.c']), columns);
    expect(read).toEqual([{ line: 2, fields: { email: 'a@b.c', firstName: 'Ann', fob: '' } }]);
  });

  test('accepts alternative titles', () => {
    const read = readTable(
      sheet(['E-mail Address', 'First Name', 'Key_Fob'], ['a@b.c', 'Ann', '0A1']),
      columns,
    );
    expect(read[0]?.fields).toEqual({ email: 'a@b.c', firstName: 'Ann', fob: '0A1' });
  });

  test('omits lines with text in other columns only', () => {
    const read = readTable(
      sheet(['Email', 'First name', 'Note'], ['', ' ', 'total'], ['a@b.c', 'Ann', '']),
      columns,
    );
    expect(read.map(({ line }) => line)).toEqual([3]);
  });

  test('names a missing required column', () => {
    expect(refusal).toThrow(Refusal);
    expect(refusal).toThrow(
      'The column "First name" is missing. The first line must contain "Email", "First name".',
    );
  });

  test('does not choose between two candidate columns', () => {
    expect(() => readTable(sheet(['Email', 'E-mail address', 'First name']), columns)).toThrow(
      'The columns "Email" and "E-mail address" could both be "Email". Remove one of them.',
    );
  });
});
