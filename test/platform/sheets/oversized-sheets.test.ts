import papaparse from 'papaparse';
import { describe, expect, test, vi } from 'vitest';
import {
  damaged,
  limits,
  refusalOf,
  table,
  text,
  tooMuch,
  workbook,
  workbookParts,
  worksheet,
  zipped,
} from './make-workbook.ts';
import { gigabyte, zipBomb } from './zip-bomb.ts';

const roomy = { maxBytes: 50_000_000 };

const padded = (length: number) => {
  const bytes = Buffer.alloc(length);
  const file = workbook(table);
  bytes.set(file.subarray(0, file.length - 2));
  bytes.writeUInt16LE(length - file.length, file.length - 2);
  return bytes;
};

describe('a zip bomb of one gigabyte', () => {
  test.each([
    ['that says how large it is', gigabyte, tooMuch],
    ['that says it is small', 1000, damaged],
    ['that says it just fits', 4 * 1024 * 1024, tooMuch],
  ])('%s is refused before it is unpacked', async (_, claimed, message) => {
    const bomb = zipBomb(claimed);
    const before = process.memoryUsage();
    expect(await refusalOf(bomb, 'bomb.xlsx', roomy)).toBe(message);
    const after = process.memoryUsage();
    expect(after.rss - before.rss).toBeLessThan(150 * 1024 * 1024);
  });

  test('is refused by its file size first where uploads are small', async () => {
    expect(await refusalOf(zipBomb(1000))).toBe('File size exceeds the limit of 25KB');
  });
});

describe('size limits', () => {
  test.each(['\n', '\r\n', '\r', ',\n'])(
    'do not parse four megabytes of empty lines that end in %j',
    async (end) => {
      const parse = vi.spyOn(papaparse, 'parse');
      const lines = Buffer.from(`Fob\n${end.repeat(4_000_000 / end.length)}`);
      expect(await refusalOf(lines, 'lines.csv', { maxBytes: 5_000_000, formats: ['csv'] })).toBe(
        'The file has more than 6,000 lines. Split it into several files.',
      );
      expect(parse).not.toHaveBeenCalled();
      parse.mockRestore();
    },
  );

  test('count small parts together', async () => {
    const parts = workbookParts(table);
    parts['xl/sharedStrings.xml'] = `<sst>${' '.repeat(2_500_000)}</sst>`;
    parts['xl/styles.xml'] = `<styleSheet>${' '.repeat(2_500_000)}</styleSheet>`;
    expect(await refusalOf(zipped(parts))).toBe(tooMuch);
  });

  test('refuse one cell of 20 MB by the first limit', async () => {
    const large = workbook(`<row>${text('a'.repeat(20_000_000))}</row>`);
    expect(large.length).toBeLessThan(limits.maxBytes);
    expect(await refusalOf(large)).toBe(tooMuch);
    const roomyRefusal = await refusalOf(large, 'large.xlsx', { maxInflatedBytes: 30_000_000 });
    expect(roomyRefusal).toBe('Cell A1 contains too much text.');
  });

  test('refuse 25,601 bytes and accept 25,600', async () => {
    expect(await refusalOf(padded(25_601))).toBe('File size exceeds the limit of 25KB');
    await expect(refusalOf(padded(25_600))).rejects.toThrow('The file was read.');
  });

  test('refuse a filled cell at the far corner by its name', async () => {
    const corner = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>';
    const refusal = await refusalOf(workbook(table + corner));
    expect(refusal).toBe(
      'Cell XFD1048576 is outside the permitted range. Keep the table within 50 columns and 6000 lines, and delete everything beyond.',
    );
  });

  test('refuse too many rows or columns with their number', async () => {
    const rows = Array.from({ length: 12 }, () => `<row>${text('x')}</row>`).join('');
    expect(await refusalOf(workbook(rows), 'a.xlsx', { maxRows: 10 })).toBe(
      'The file has 11 rows; the maximum per upload is 10.',
    );
    expect(
      await refusalOf(workbook(`<row>${text('x').repeat(3)}</row>`), 'a.xlsx', { maxColumns: 2 }),
    ).toMatch(/^Cell C1 /);
  });

  test('refuse thousands of entries', async () => {
    const parts = workbookParts(table);
    for (let count = 0; count < 1001; count++) parts[`x${count}`] = '';
    expect(await refusalOf(zipped(parts), 'many.xlsx', roomy)).toBe(tooMuch);
  });
});

describe('processing time', () => {
  test('is short for a sheet with the maximum of empty rows', async () => {
    const rows = workbook('<row/>'.repeat(650_000));
    expect(await refusalOf(rows)).toBe('The first sheet is empty.');
  });

  test('is short for hostile XML', async () => {
    const hostile = [
      `<worksheet${' a="'.repeat(500_000)}`,
      `<worksheet>${"<a b='".repeat(500_000)}`,
      `<worksheet>${'&'.repeat(2_000_000)}`,
      `<worksheet>${'<!--'.repeat(500_000)}`,
      `<worksheet${' '.repeat(2_000_000)}x`,
    ];
    for (const xml of hostile) {
      const file = worksheet(xml);
      expect(await refusalOf(file)).toBe(damaged);
    }
  });
});
